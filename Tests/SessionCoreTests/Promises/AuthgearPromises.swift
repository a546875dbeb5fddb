import SessionCore
import TestSupport
import Testing

/// What Authgear's documentation promises its users, kept here.
@Suite(.timeLimit(.minutes(5)))
struct AuthgearPromises {
    @Test func `promise A1: configure reports success or failure, once`() async throws {
        let good = SessionFixture().session
        #expect(await sessionError { try await good.configure() } == nil)
        #expect(await sessionError { try await good.configure() } == .alreadyConfigured)
        let bad = SessionFixture { $0.clientID = "" }.session
        let error = await sessionError { try await bad.configure() }
        guard case .invalidConfiguration(setting: .clientID, _) = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
    }

    @Test func `promise A2: unknown before configure, then no session or authenticated`() async throws {
        let fixture = SessionFixture()
        #expect(await fixture.session.state == .unknown)
        try await fixture.session.configure()
        #expect(await fixture.session.state == .noSession(.noStoredSession))
        try await fixture.session.signIn(GivenTokens())
        let restored = SessionFixture(store: fixture.store)
        #expect(await restored.session.state == .unknown)
        try await restored.session.configure()
        #expect(await restored.session.state == .authenticated(.restored))
    }

    @Test func `promise A3: configure makes no network request`() async throws {
        let before = try await SessionFixture().signedIn()
        before.expireAccessToken()
        let fixture = SessionFixture(store: before.store, clock: before.clock)
        try await fixture.session.configure()
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `promise A4: a session revoked elsewhere still reads authenticated until a server is asked`()
        async throws
    {
        let before = try await SessionFixture().signedIn()
        let fixture = SessionFixture(store: before.store, clock: before.clock)
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        try await fixture.session.configure()
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.verifiedAt == nil)
        fixture.clock.advance(by: .seconds(1))
        let session = fixture.session
        #expect(await sessionError { try await session.fetchUserInfo() } != nil)
        #expect(await !session.state.isAuthenticated)
    }

    @Test func `promise A5: on a live session fetchUserInfo yields the user and leaves it authenticated`()
        async throws
    {
        let before = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        let fixture = SessionFixture(store: before.store, clock: before.clock)
        fixture.transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\",\"name\":\"Alice\"}"))
        try await fixture.session.configure()
        let info = try await fixture.session.fetchUserInfo()
        #expect(info.subject == "alice")
        #expect(info["name"] == "Alice")
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.verifiedAt == fixture.clock.now)
        #expect(await fixture.session.status.userInfo == info)
    }

    @Test func `promise A6: when fetchUserInfo fails on an invalid session the state is no session already`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        fixture.clock.advance(by: .seconds(1))
        let session = fixture.session
        let end = SessionEnd.refreshRejected(.named(OAuthError(code: "invalid_grant", detail: "because", status: 400)))
        #expect(await sessionError { try await session.fetchUserInfo() } == .sessionExpired(end))
        #expect(await session.state == .noSession(end))
    }

    @Test func `promise A6: a userinfo endpoint that is down proves nothing`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/userinfo", ScriptedTransport.answer(503))
        let session = fixture.session
        let error = await sessionError { try await session.fetchUserInfo() }
        #expect(error == .server(status: 503, during: .userInfo, retryAfter: nil))
        #expect(await session.state.isAuthenticated)
    }

    @Test func `promise A7: fetchUserInfo works right after configure, with an access token got first`() async throws {
        let before = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        before.expireAccessToken()
        let fixture = SessionFixture(store: before.store, clock: before.clock)
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\"}"))
        try await fixture.session.configure()
        #expect(try await fixture.session.fetchUserInfo().subject == "alice")
        #expect(fixture.transport.requests(to: "/userinfo").map { $0.headers["Authorization"] } == ["Bearer A2"])
    }

    @Test func `promise A8: refreshAccessTokenIfNeeded asks nobody while the token is valid`() async throws {
        let fixture = try await SessionFixture().signedIn()
        try await fixture.session.refreshAccessTokenIfNeeded()
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `promise A9: it refreshes an expired token, and the new one is handed out`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        try await fixture.session.refreshAccessTokenIfNeeded()
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `promise A10: with nobody signed in it succeeds, without a request or a header`() async throws {
        let fixture = SessionFixture()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        try await fixture.session.configure()
        try await fixture.session.refreshAccessTokenIfNeeded()
        #expect(fixture.transport.requests.isEmpty)
        let request = try await fixture.session.authorize(try fixture.request(), authorization: .optional)
        #expect(request.headers["Authorization"] == nil)
    }

    @Test func `promise A11: it fails when the refresh token has expired or was revoked`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        fixture.expireAccessToken()
        let session = fixture.session
        guard case .sessionExpired = await sessionError({ try await session.refreshAccessTokenIfNeeded() }) else {
            Issue.record("it did not fail")
            return
        }
    }

    @Test func `promise A12: the header is added only with a token: Bearer and one space`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let authorized = try await fixture.session.authorize(try fixture.request(), authorization: .optional)
        #expect(authorized.headers.fields == [HTTPHeaders.Field(name: "Authorization", value: "Bearer A1")])
        await fixture.session.forget()
        let bare = try await fixture.session.authorize(try fixture.request(), authorization: .optional)
        #expect(bare.headers.fields.isEmpty)
    }

    @Test func `promise A13: a forced sign-out ends in no session, even when the revocation fails`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(500))
        try await fixture.session.signOut(force: true)
        #expect(await fixture.session.state == .noSession(.signedOut))
    }

    @Test func `promise A14: without force it may fail, and then the session is kept`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/revoke", ScriptedTransport.answer(500))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let session = fixture.session
        let error = await sessionError { try await session.signOut() }
        #expect(error == .server(status: 500, during: .revocation, retryAfter: nil))
        #expect(try await session.accessToken().value.reveal() == "A1")
        try await session.signOut()
        #expect(await session.state == .noSession(.signedOut))
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test func `promise A15: with the forceLogout policy a 401 signs out at once and leaves no token`() async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .forceLogout }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.response.status == 401)
        #expect(await fixture.session.state == .noSession(.forcedOut(request: "GET /orders")))
        #expect(await fixture.session.revealTokens() == nil)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(fixture.transport.requests(to: "/orders").count == 1)
        #expect(try await fixture.store.holdsNoToken)
        // An API's word alone is no reason to revoke.
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `promise A15: with the report policy an app decides by itself, and may force the sign-out`() async throws
    {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .report }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.response.status == 401)
        #expect(await fixture.session.state.isAuthenticated)
        try await fixture.session.signOut(force: true)
        #expect(await fixture.session.state == .noSession(.signedOut))
        #expect(await fixture.session.revealTokens() == nil)
        #expect(fixture.transport.requests(to: "/revoke").first?.form["token"] == "R1")
    }
}
