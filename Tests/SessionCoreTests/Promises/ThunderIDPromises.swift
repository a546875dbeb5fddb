import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What ThunderID's documentation promises its users, kept here.
@Suite(.timeLimit(.minutes(5)))
struct ThunderIDPromises {
    private let expired = SessionEnd.refreshRejected(
        .named(OAuthError(code: "invalid_grant", detail: "because", status: 400)))

    @Test func `promise B1: a usable access token is returned, without a request while it is valid`() async throws {
        let fixture = try await SessionFixture().signedIn()
        for _ in 0..<3 { #expect(try await fixture.session.accessToken().value.reveal() == "A1") }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `promise B2: an expired token is refreshed without the caller's doing`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
    }

    @Test func `promise B3: with a dead refresh token the error is sessionExpired and no other, also later`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.refusal("invalid_grant"))
        fixture.expireAccessToken()
        let session = fixture.session
        for _ in 0..<2 {
            #expect(await sessionError { _ = try await session.accessToken() } == .sessionExpired(expired))
        }
    }

    @Test func `promise B3: an expired token without a refresh token is sessionExpired as well`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(refresh: nil))
        fixture.clock.advance(by: .seconds(59))
        #expect(try await fixture.session.accessToken().value.reveal() == "A1")
        fixture.clock.advance(by: .seconds(1))
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        #expect(error == .sessionExpired(.expiredWithoutRefreshToken))
        #expect(await session.state == .noSession(.expiredWithoutRefreshToken))
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test(arguments: [
        (ScriptedTransport.failure(.timedOut(.connect)), SessionError.transport(.timedOut(.connect), during: .token)),
        (ScriptedTransport.answer(502), SessionError.server(status: 502, during: .token, retryAfter: nil)),
    ])
    func `promise B4: other failures are other errors and sign nobody out`(
        answer: @escaping ScriptedTransport.Answer, error: SessionError
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", answer)
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } == error)
        #expect(await session.state.isAuthenticated)
    }

    @Test func `promise B5: after sessionExpired, signing out works and leaves nobody signed in`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        fixture.transport.once("/token", ScriptedTransport.refusal("invalid_grant"))
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } == .sessionExpired(expired))
        try await session.signOut()
        await session.checkStore()
        #expect(await !session.state.isAuthenticated)
        #expect(await session.status.userInfo == nil)
        #expect(await session.status.subject == nil)
    }

    @Test func `promise B6: Bearer and the token go along with the caller's fields, and only 2xx is success`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        for status in [200, 204, 299] { fixture.transport.once("/orders", ScriptedTransport.answer(status)) }
        for status in [304, 404, 500] { fixture.transport.once("/orders", ScriptedTransport.answer(status)) }
        let request = try fixture.request(headers: ["Accept": "application/json"])
        var verdicts: [AuthorizedResponse.Verdict] = []
        for _ in 0..<6 { verdicts.append(try await fixture.session.send(request).verdict) }
        #expect(verdicts == [.accepted, .accepted, .accepted, .none, .none, .none])
        let sent = try #require(fixture.transport.requests(to: "/orders").first)
        #expect(
            sent.headers.fields.map { "\($0.name): \($0.value)" } == [
                "Accept: application/json", "Authorization: Bearer A1",
            ])
    }

    @Test func `promise B7: the hook waits for a token, and where none can be had nothing is sent`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.always("/token", ScriptedTransport.answer(503))
        fixture.expireAccessToken()
        let session = fixture.session
        let request = try fixture.request()
        #expect(try await session.authorize(request).headers["Authorization"] == "Bearer A2")
        fixture.expireAccessToken()
        #expect(await sessionError { _ = try await session.authorize(request) } != nil)
        #expect(await sessionError { _ = try await session.send(request) } != nil)
        #expect(fixture.transport.requests(to: "/orders").isEmpty)
    }

    @Test func `promise B8: every request that is made through the session is authorised`() async throws {
        let fixture = try await SessionFixture().signedIn()
        for path in ["/orders", "/me"] { fixture.transport.always(path, ScriptedTransport.answer(200)) }
        for method in ["GET", "POST", "DELETE"] {
            for path in ["/orders", "/me"] { _ = try await fixture.session.send(try fixture.request(method, path)) }
        }
        #expect(fixture.transport.requests.count == 6)
        #expect(fixture.transport.requests.allSatisfy { $0.headers["Authorization"] == "Bearer A1" })
    }

    @Test func `promise B9: configured twice, used before, and an issuer without TLS each have their error`()
        async throws
    {
        let fixture = SessionFixture()
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } == .notConfigured)
        #expect(await sessionError { try await session.signIn(GivenTokens()) } == .notConfigured)
        #expect(await sessionError { try await session.signOut() } == .notConfigured)
        try await session.configure()
        #expect(await sessionError { try await session.configure() } == .alreadyConfigured)
        let plain = SessionFixture { $0.issuer = "http://issuer.example" }.session
        guard case .invalidConfiguration(setting: .issuer, _) = await sessionError({ try await plain.configure() })
        else {
            Issue.record("an http issuer was accepted")
            return
        }
    }

    @Test func `promise B10: sign-out revokes and clears, and the provider's own logout page is known`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let page = try await fixture.session.endSessionURL(redirectURI: URL(string: "https://app.example/bye"))
        #expect(page.path == "/logout")
        #expect(page.query?.contains("id_token_hint=id-token-of-alice") == true)
        try await fixture.session.signOut()
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R1", "A1"])
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test func `promise B10: a session can be cleared without a revocation`() async throws {
        let fixture = try await SessionFixture().signedIn()
        await fixture.session.forget()
        #expect(await fixture.session.state == .noSession(.signedOut))
        #expect(try await fixture.store.holdsNoToken)
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `promise B11: signed in is who has an access token stored; another look at the store updates that`()
        async throws
    {
        let one = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        let two = SessionFixture(store: one.store, clock: one.clock)
        try await two.session.configure()
        #expect(await two.session.state.isAuthenticated)
        await one.session.forget()
        one.clock.advance(by: .seconds(1))
        await two.session.checkStore()
        #expect(await !two.session.state.isAuthenticated)
        try await one.session.signIn(GivenTokens(access: "B1", subject: "bob"))
        one.clock.advance(by: .seconds(1))
        await two.session.checkStore()
        #expect(await two.session.state.isAuthenticated)
        #expect(await two.session.status.subject == "bob")
    }
}
