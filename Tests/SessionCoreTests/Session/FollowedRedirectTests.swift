import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Redirects of a caller's request: each is a message of its own, with a proof of its own where the token is bound.
@Suite(.timeLimit(.minutes(5)))
struct FollowedRedirectTests {
    private func proved() async throws -> SessionFixture {
        try await SessionFixture { $0.proofKey = ProofKey(pem: Secret(TestKey.p256.pem)) }.signedIn()
    }

    private static func redirect(_ status: Int = 302, to place: String, text: String = "") -> ScriptedTransport.Answer {
        ScriptedTransport.answer(status, headers: ["Location": place], text: text)
    }

    private func messages(_ fixture: SessionFixture) -> [HTTPExchange] {
        fixture.events.compactMap { event in
            if case .exchange(let exchange) = event.kind, exchange.purpose == .request { exchange } else { nil }
        }
    }

    @Test func `with a bound token each hop is proved for its own URL and method`() async throws {
        let fixture = try await proved()
        fixture.transport.always("/orders", Self.redirect(303, to: "/moved?page=2"))
        fixture.transport.always("/moved", ScriptedTransport.answer(200))
        let answer = try await fixture.session.send(try fixture.request("POST", body: .text("x")))
        #expect(answer.verdict == .accepted)
        #expect(answer.facts.attempts == 1)
        #expect(answer.response.redirects.map(\.keptAuthorization) == [true])
        let proofs = try fixture.transport.requests.map(ReceivedProof.init)
        #expect(proofs.map { $0.claim("htm") } == ["POST", "GET"])
        #expect(proofs.map(\.target) == ["https://api.example/orders", "https://api.example/moved"])
        #expect(Set(proofs.map { $0.claim("jti") }).count == 2)
        #expect(fixture.transport.requests[1].headers["Authorization"] == "DPoP A1")
    }

    @Test func `to another origin goes neither token nor proof, and they do not come back`() async throws {
        let fixture = try await proved()
        fixture.transport.always("/orders", Self.redirect(to: "https://elsewhere.example/there"))
        fixture.transport.always("/there", Self.redirect(to: "https://api.example/landed"))
        fixture.transport.always("/landed", ScriptedTransport.answer(401))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.verdict == .none)
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] != nil } == [true, false, false])
        #expect(fixture.transport.requests.map { $0.headers["DPoP"] != nil } == [true, false, false])
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `a nonce that the second hop asks for repeats that hop alone`() async throws {
        let fixture = try await proved()
        fixture.transport.always("/orders", Self.redirect(to: "/moved"))
        fixture.transport.once(
            "/moved",
            ScriptedTransport.answer(
                401, headers: ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": "n-1"]))
        fixture.transport.once("/moved", ScriptedTransport.answer(200))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.response.status == 200)
        #expect(fixture.transport.requests.map(\.url.path) == ["/orders", "/moved", "/moved"])
        #expect(try ReceivedProof(in: fixture.transport.requests[2]).nonce == "n-1")
        #expect(answer.earlierAnswers.map(\.status) == [302, 401])
    }

    @Test func `each hop is a message that names the redirects before and after it`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", Self.redirect(to: "https://api.example/moved?code=Splx42"))
        fixture.transport.always("/moved", ScriptedTransport.answer(200, headers: ["X-Hop": "2"]))
        _ = try await fixture.session.send(try fixture.request())
        let messages = messages(fixture)
        #expect(messages.map { $0.beginning?.status } == [302, 200])
        #expect(messages.map { $0.redirect?.status } == [302, nil])
        #expect(messages.map { $0.redirectedBy?.from.path } == [nil, "/orders"])
        #expect(messages[1].url.hasPrefix("https://api.example/moved"))
        #expect(messages.allSatisfy { $0.requestHeaders["Authorization"] != nil })
        #expect(Set(messages.map(\.request)).count == 1)
        var shown = ""
        dump(messages, to: &shown)
        #expect(!shown.contains("Splx42"))
    }

    @Test func `all hops have the time of the request together`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let clock = fixture.clock
        fixture.transport.always("/orders") { request in
            clock.advance(by: .seconds(3))
            return try await Self.redirect(to: "/moved")(request)
        }
        fixture.transport.always("/moved") { request in
            clock.advance(by: .seconds(2))
            return try await Self.redirect(to: "/end")(request)
        }
        var request = try fixture.request()
        request.maximumTime = .seconds(5)
        let limited = request
        let error = await sessionError { _ = try await fixture.session.send(limited) }
        #expect(error == .transport(.timedOut(.waiting), during: .request))
        #expect(fixture.transport.requests.map(\.maximumTime) == [.seconds(5), .seconds(2)])
    }

    @Test func `a redirect in a circle is refused, and its answer is known`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", Self.redirect(to: "/moved"))
        fixture.transport.always("/moved", Self.redirect(to: "/orders"))
        let request = try fixture.request()
        let error = await sessionError { _ = try await fixture.session.send(request) }
        #expect(error?.partialAnswer?.answer.status == 302)
        #expect(error?.partialAnswer?.answer.redirects.count == 1)
        #expect(messages(fixture).map { $0.failure == nil } == [true, false])
    }

    @Test func `a request that wants no redirects gets the first answer`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", Self.redirect(to: "/moved"))
        var request = try fixture.request()
        request.redirects = .doNotFollow
        let answer = try await fixture.session.send(request)
        #expect(answer.response.status == 302 && answer.response.redirects.isEmpty)
        #expect(messages(fixture).map { $0.redirect == nil } == [true])
    }

    @Test func `the answers before the last have their bodies`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/orders", ScriptedTransport.answer(401, text: "expired"))
        fixture.transport.once("/orders", Self.redirect(to: "/moved", text: "moved"))
        fixture.transport.always("/moved", ScriptedTransport.answer(200, text: "done"))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.response.text == "done")
        #expect(answer.earlierAnswers.map(\.text) == ["expired", "moved"])
        #expect(answer.facts.attempts == 2)
    }

    @Test func `hole: a retry after a refresh follows the same redirects anew`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", Self.redirect(307, to: "/moved"))
        fixture.transport.once("/moved", ScriptedTransport.unauthorized())
        fixture.transport.once("/moved", ScriptedTransport.answer(200))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.verdict == .accepted)
        #expect(answer.facts.attempts == 2)
        #expect(answer.response.redirects.count == 1)
        let tokens = fixture.transport.requests(to: "/moved").map { $0.headers["Authorization"] }
        #expect(tokens == ["Bearer A1", "Bearer A2"])
    }
}
