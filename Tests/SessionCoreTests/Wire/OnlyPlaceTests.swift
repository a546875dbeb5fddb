import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import SessionCore

/// Secrets in places where one rule alone keeps them from being shown.
@Suite(.timeLimit(.minutes(5)))
struct OnlyPlaceTests {
    private func printed(_ values: Any?...) -> String {
        var text = ""
        for value in values { dump(value, to: &text) }
        return text
    }

    @Test func `leak 2: the place that an answer points to is shown without the code in it`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/orders",
            ScriptedTransport.answer(303, headers: ["Location": "https://app.example/cb?code=Splx42&state=af0&x=1"]))
        fixture.transport.always("/cb", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request())
        let shown = printed(fixture.events)
        #expect(shown.contains("https://app.example/cb?") && shown.contains("x=1"))
        #expect(!shown.contains("Splx42") && !shown.contains("af0"))
    }

    @Test func `leak 2: a URL is shown without user name and password`() throws {
        let url = try #require(URL(string: "https://alice:pw99@api.example/orders?q=1#there"))
        #expect(Redaction.url(url) == "https://api.example/orders?q=1")
    }

    @Test func `leak 2: of a token request only parameters known to be public are shown`() async throws {
        struct Quiz: SignInFlow {
            let name = "quiz"
            func signIn(_ context: SignInContext) async throws -> SignInResult {
                try await context.signIn(with: [
                    "grant_type": "urn:example:quiz", "answer": "blue42", "scope": "openid",
                ])
            }
        }
        let fixture = SessionFixture()
        try await fixture.session.configure()
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        _ = await sessionError { try await fixture.session.signIn(Quiz()) }
        let shown = printed(fixture.events)
        #expect(shown.contains("scope=openid"))
        #expect(!shown.contains("blue42"))
    }

    @Test func `leak 2: a short secret is found in base64 too`() async throws {
        let secret = "correct-horse-7"
        let fixture = try await SessionFixture { $0.authentication = .post(Secret(secret)) }.signedIn()
        let echo = Base64.encode(Array(secret.utf8))
        fixture.transport.always(
            "/token",
            ScriptedTransport.json(
                "{\"error\":\"invalid_client\",\"error_description\":\"in base64: \(echo)\"}", status: 401))
        let error = await sessionError { try await fixture.session.refresh() }
        let shown = printed(error, fixture.events)
        #expect(shown.contains("in base64"))
        #expect(!shown.contains(echo))
    }

    @Test(arguments: [true, false])
    func `leak 2: a token is found by its value, however short and wherever it came from`(isRestored: Bool)
        async throws
    {
        let access = "opaque-1"
        var fixture = try await SessionFixture { $0.unauthorizedPolicy = .report }.signedIn(GivenTokens(access: access))
        if isRestored {
            fixture = SessionFixture(store: fixture.store, clock: fixture.clock) { $0.unauthorizedPolicy = .report }
            try await fixture.session.configure()
        }
        fixture.transport.always(
            "/orders",
            ScriptedTransport.unauthorized("Bearer error=\"invalid_token\", error_description=\"unknown: \(access)!\""))
        let answer = try await fixture.session.send(try fixture.request())
        let shown = printed(answer.verdict, fixture.events)
        #expect(shown.contains("unknown: "))
        #expect(!shown.contains(access))
    }

    @Test func `leak 2: what a transport says of its failure is scrubbed in the error that the caller gets`()
        async throws
    {
        let access = "mZ8sK2vQp4Lw9Xt1Rb7Ny3Hc"
        let fixture = try await SessionFixture().signedIn(GivenTokens(access: access))
        fixture.transport.always("/orders", ScriptedTransport.failure(.brokenOff("after sending \(access)")))
        let error = await sessionError { _ = try await fixture.session.send(try fixture.request()) }
        #expect(printed(error).contains("after sending"))
        #expect(!printed(error, fixture.events).contains(access))
    }

    @Test func `leak 2: the header of an answer that broke off is scrubbed in the error and in the event`()
        async throws
    {
        let access = "mZ8sK2vQp4Lw9Xt1Rb7Ny3Hc"
        let fixture = try await SessionFixture().signedIn(GivenTokens(access: access))
        let answer = HTTPExchange.Answer(
            status: 200, headers: ["X-Echo": "it was \(access)", "Set-Cookie": "id=\(access)"], body: nil, bodySize: 1,
            version: nil, timings: nil, connection: nil, redirects: [])
        let part = PartialAnswer(answer, receivedSize: 1, expectedSize: 2)
        fixture.transport.always("/orders", ScriptedTransport.failure(.brokenOff("closed", after: part)))
        let error = await sessionError { _ = try await fixture.session.send(try fixture.request()) }
        #expect(printed(error, fixture.events).contains("it was"))
        #expect(!printed(error, fixture.events).contains(access))
    }

    @Test func `leak 2: a claim of a rejected ID token is scrubbed in the event that tells of it`() async throws {
        let access = "mZ8sK2vQp4Lw9Xt1Rb7Ny3Hc"
        let fixture = try await SessionFixture().signedIn(GivenTokens(access: access))
        let claims: JSONObject = ["iss": .string("https://\(access)"), "aud": "console", "sub": "alice"]
        let idToken = try JWS.sign(
            payload: Array(claims.serialized().utf8), key: try JWK.generate(.p256, keyID: "k1"), algorithm: .es256)
        fixture.transport.always("/token", ScriptedTransport.tokens(more: "\"id_token\":\"\(idToken)\""))
        let error = await sessionError { try await fixture.session.refresh() }
        let rejections = fixture.events.compactMap { event in
            if case .idTokenRejected(let rejected) = event.kind { rejected.reason } else { nil }
        }
        #expect(rejections.count == 1 && rejections.allSatisfy { $0.hasPrefix("iss is https://") })
        #expect(!printed(error, rejections).contains(access))
    }
}
