import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// Two sessions, as in two processes, on one store and one provider.
@Suite(.timeLimit(.minutes(5)))
struct SharedStoreTests {
    private let one: SessionFixture
    private let two: SessionFixture

    init() async throws {
        one = try await SessionFixture().signedIn()
        two = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
    }

    @Test func `invariant 27: sessions that share a store make one token request`() async throws {
        let gate = Gate()
        one.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        one.expireAccessToken()
        let (first, second) = (one.session, two.session)
        let tokens = [first, second, first, second].map { session in
            Task { try await session.accessToken().value.reveal() }
        }
        try await until { await first.status.refreshWaiters == 2 }
        try await until { await second.status.refreshWaiters == 2 }
        gate.open()
        for token in tokens { #expect(try await token.value == "A2") }
        #expect(one.tokenRequests.count == 1)
        #expect(one.count("adoptedFromStore") + two.count("adoptedFromStore") == 1)
        #expect(one.count("refreshed") + two.count("refreshed") == 1)
    }

    @Test func `invariant 27: a token that another process stored is taken over without a request`() async throws {
        one.transport.once("/token", ScriptedTransport.tokens())
        one.expireAccessToken()
        _ = try await one.session.accessToken()
        #expect(try await two.session.accessToken().value.reveal() == "A2")
        #expect(one.tokenRequests.count == 1)
        #expect(two.story == ["configured", "adoptedFromStore"])
        #expect(await two.session.status.refreshToken?.fingerprint == Secret("R2").fingerprint)
    }

    @Test func `invariant 27: whoever read the store between the two writes of a refresh takes the second over`()
        async throws
    {
        // A rotated refresh token is written before its ID token has been checked, and that waits for the keys.
        let key = try JWK.generate(.p256, keyID: "k1")
        let now = Int(one.clock.now.timeIntervalSince1970)
        let claims: JSONObject = [
            "iss": .string(SessionFixture.issuer), "aud": "console", "sub": "alice",
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 600)),
        ]
        let idToken = try JWS.sign(payload: Array(claims.serialized().utf8), key: key, algorithm: .es256)
        one.transport.once("/token", ScriptedTransport.tokens(more: "\"id_token\":\"\(idToken)\""))
        let gate = Gate()
        let keys = JWKSet(keys: [key]).json.serialized()
        one.transport.always("/keys", ScriptedTransport.held(by: gate, ScriptedTransport.json(keys)))
        one.expireAccessToken()
        let session = one.session
        let refresh = Task { try await session.accessToken().value.reveal() }
        try await until { one.transport.requests(to: "/keys").count == 1 }

        let three = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await three.session.configure()
        gate.open()
        #expect(try await refresh.value == "A2")
        #expect(try await three.session.accessToken().value.reveal() == "A2")
        #expect(one.tokenRequests.count == 1)
    }

    @Test func `invariant 27: the wait for the lock is bounded, and the session is kept`() async throws {
        let lock = try await one.store.lock(within: .seconds(1), clock: one.clock)
        defer { lock.release() }
        one.expireAccessToken()
        let session = one.session
        let waiter = Task { try await session.accessToken() }
        // Its own deadline, and the limit of its wait for the lock.
        try await one.clock.sleepers(atLeast: 2)
        one.clock.advance(by: .seconds(30))
        #expect(await sessionError { _ = try await waiter.value } != nil)
        #expect(await session.state.isAuthenticated)
        #expect(one.tokenRequests.isEmpty)
    }

    @Test func `a sign-out by another process is noticed on the next use`() async throws {
        one.transport.always("/revoke", ScriptedTransport.answer(200))
        try await one.session.signOut(force: true)
        one.clock.advance(by: .milliseconds(100))
        let session = two.session
        let request = try two.request()
        #expect(await sessionError { _ = try await session.send(request) } == .noSession)
        #expect(await session.state == .noSession(.signedOut))
        #expect(two.story == ["configured", "endedElsewhere"])
        #expect(one.transport.requests(to: "/orders").isEmpty)
    }

    @Test func `another sign-in by another process begins a new generation`() async throws {
        try await one.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        one.clock.advance(by: .milliseconds(100))
        await two.session.checkStore()
        #expect(await two.session.state == .authenticated(.otherProcess))
        #expect(await two.session.status.generation == 2)
        #expect(try await two.session.accessToken().value.reveal() == "B1")
    }

    @Test func `a request begun under one user fails when another process has signed in another`() async throws {
        try await one.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        one.clock.advance(by: .milliseconds(100))
        let session = two.session
        let request = try two.request()
        #expect(await sessionError { _ = try await session.send(request) } == .sessionChanged)
        #expect(one.transport.requests(to: "/orders").isEmpty)
    }

    @Test func `a sign-out takes back the token that another process has rotated`() async throws {
        one.transport.once("/token", ScriptedTransport.tokens())
        one.transport.always("/revoke", ScriptedTransport.answer(200))
        one.expireAccessToken()
        _ = try await one.session.accessToken()
        try await two.session.signOut(force: true)
        #expect(one.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R2", "A2"])
        #expect(try await one.store.holdsNoToken)
    }

    @Test func `a refresh that another process signed out from under leaves no session behind`() async throws {
        let (store, first) = (one.store, one.session)
        // Without the lock: as if the file had been removed by hand.
        one.transport.once("/token") { request in
            try await store.remove()
            return try await ScriptedTransport.tokens()(request)
        }
        one.transport.always("/revoke", ScriptedTransport.answer(200))
        one.expireAccessToken()
        #expect(await sessionError { _ = try await first.accessToken() } == .sessionChanged)
        #expect(await first.state == .noSession(.otherProcess))
        #expect(try await store.holdsNoToken)
    }
}
