import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// RFC 9449 at an API: requests of a session whose tokens are bound to a key.
@Suite(.timeLimit(.minutes(5)))
struct ProvedRequestTests {
    private static func nonceWanted(_ nonce: String) -> ScriptedTransport.Answer {
        ScriptedTransport.answer(
            401, headers: ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": nonce])
    }

    private func fixture() async throws -> SessionFixture {
        try await SessionFixture { $0.proofKey = ProofKey(pem: Secret(TestKey.p256.pem)) }.signedIn()
    }

    @Test func `a request carries the token by the scheme DPoP, and a proof of its URL`() async throws {
        let fixture = try await fixture()
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        let response = try await fixture.session.send(
            try fixture.request("PUT", "/orders?page=2#top", headers: ["DPoP": "mine"], body: .text("x")))
        #expect(response.verdict == .accepted)
        let request = try #require(fixture.transport.requests(to: "/orders").first)
        #expect(request.headers.values(of: "Authorization") == ["DPoP A1"])
        #expect(request.redirects == .doNotFollow)
        let proof = try ReceivedProof(in: request)
        #expect(proof.claim("htm") == "PUT")
        #expect(proof.target == "https://api.example/orders")
        #expect(proof.claim("ath") != nil)
    }

    @Test func `invariant 40e: use_dpop_nonce gives one retry, without a refresh and without a 401 for the session`()
        async throws
    {
        let fixture = try await fixture()
        fixture.transport.once("/orders", Self.nonceWanted("n-1"))
        fixture.transport.once("/orders", ScriptedTransport.answer(200, headers: ["DPoP-Nonce": "n-2"]))
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        let response = try await fixture.session.send(try fixture.request("POST", body: .text("once")))
        #expect(response.response.status == 200)
        #expect(response.facts.attempts == 1)
        _ = try await fixture.session.send(try fixture.request())
        let requests = fixture.transport.requests(to: "/orders")
        #expect(try requests.map { try ReceivedProof(in: $0).nonce } == [nil, "n-1", "n-2"])
        #expect(requests[0].bodyText == "once" && requests[1].bodyText == "once")
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.status.unauthorizedCount == 0)
    }

    @Test func `the message that is shown has its proof, masked`() async throws {
        let fixture = try await fixture()
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request())
        let proof = try #require(fixture.transport.requests(to: "/orders").first?.headers["DPoP"])
        let shown = fixture.session.recentEvents.compactMap { event in
            if case .exchange(let exchange) = event.kind, exchange.purpose == .request { exchange } else { nil }
        }
        let fields = try #require(shown.last).requestHeaders.values(of: "DPoP")
        #expect(fields.count == 1 && fields.first?.hasPrefix("••••") == true, "\(fields)")
        #expect(fields.first?.contains(proof) == false)
    }

    @Test func `invariant 40e: nonces are kept per origin`() async throws {
        let fixture = try await fixture()
        fixture.transport.once("/orders", ScriptedTransport.answer(200, headers: ["DPoP-Nonce": "of-the-api"]))
        _ = try await fixture.session.send(try fixture.request())
        fixture.expireAccessToken()
        fixture.transport.once(
            "/token", ScriptedTransport.json(#"{"access_token":"A2","token_type":"DPoP","expires_in":60}"#))
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request())
        #expect(try ReceivedProof(in: try #require(fixture.tokenRequests.first)).nonce == nil)
        #expect(
            try ReceivedProof(in: try #require(fixture.transport.requests(to: "/orders").last)).nonce == "of-the-api")
    }

    @Test func `invariant 40e: a server that goes on asking for a nonce is not asked for ever and ends nothing`()
        async throws
    {
        let fixture = try await fixture()
        fixture.transport.always("/orders", Self.nonceWanted("n"))
        let response = try await fixture.session.send(try fixture.request())
        #expect(response.response.status == 401)
        #expect(fixture.transport.requests(to: "/orders").count == 2)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `a body that exists once is not sent again for a nonce`() async throws {
        let fixture = try await fixture()
        fixture.transport.always("/orders", Self.nonceWanted("n"))
        let stream = HTTPBodyStream(chunks: AsyncThrowingStream { $0.finish() })
        let response = try await fixture.session.send(try fixture.request("POST", body: .stream(stream)))
        #expect(response.response.status == 401)
        #expect(fixture.transport.requests(to: "/orders").count == 1)
    }

    @Test func `a proof that is refused says nothing about the token`() async throws {
        let fixture = try await fixture()
        fixture.transport.always(
            "/orders",
            ScriptedTransport.answer(401, headers: ["WWW-Authenticate": "DPoP error=\"invalid_dpop_proof\""]))
        let response = try await fixture.session.send(try fixture.request())
        guard case .rejected(let challenge) = response.verdict else {
            Issue.record("\(response.verdict)")
            return
        }
        #expect(challenge?.error == "invalid_dpop_proof")
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `a token that is refused is refreshed and tried again, with proofs`() async throws {
        let fixture = try await fixture()
        fixture.transport.once(
            "/orders", ScriptedTransport.answer(401, headers: ["WWW-Authenticate": "DPoP error=\"invalid_token\""]))
        fixture.transport.once(
            "/token", ScriptedTransport.json(#"{"access_token":"A2","token_type":"DPoP","expires_in":60}"#))
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        #expect(try await fixture.session.send(try fixture.request()).verdict == .accepted)
        let requests = fixture.transport.requests(to: "/orders")
        #expect(requests.map { $0.headers["Authorization"] } == ["DPoP A1", "DPoP A2"])
        #expect(try ReceivedProof(in: requests[0]).claim("ath") != ReceivedProof(in: requests[1]).claim("ath"))
    }

    @Test func `the hooks for other clients prove, and retry for a nonce once`() async throws {
        let fixture = try await fixture()
        let request = try await fixture.session.authorize(try fixture.request())
        #expect(request.headers["Authorization"] == "DPoP A1")
        #expect(try ReceivedProof(in: request).nonce == nil)
        let answer = try await Self.nonceWanted("n-1")(request)
        #expect(await fixture.session.shouldRetry(request, after: answer, attempt: 1))
        let second = try await fixture.session.authorize(try fixture.request())
        #expect(try ReceivedProof(in: second).nonce == "n-1")
        #expect(await !fixture.session.shouldRetry(second, after: answer, attempt: 2))
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `without a key nothing is proved and a nonce is nobody's business`() async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .report }.signedIn()
        fixture.transport.always("/orders", Self.nonceWanted("n"))
        _ = try await fixture.session.send(try fixture.request())
        let requests = fixture.transport.requests(to: "/orders")
        #expect(requests.map { $0.headers["Authorization"] } == ["Bearer A1"])
        #expect(requests.first?.headers["DPoP"] == nil)
    }
}
