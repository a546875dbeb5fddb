import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

/// Refreshes whose session is over, here or elsewhere, before their tokens are stored.
@Suite(.timeLimit(.minutes(5)))
struct SupersededTests {
    private let bob = GivenTokens(access: "B1", refresh: "S1")

    private func revoked(_ fixture: SessionFixture) -> Set<String?> {
        Set(fixture.transport.requests(to: "/revoke").map { $0.form["token"] })
    }

    @Test func `invariant 11: the tokens of a refresh that is being stored when the user signs out are revoked`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let count = store.writeCount
        store.holdWriting(by: Gate())
        let session = fixture.session
        let refresh = Task { try await session.refresh() }
        try await until { store.writeCount > count }
        store.holdWriting(by: nil)
        _ = try await session.signOut(force: true)
        #expect(await sessionError { try await refresh.value } == .sessionChanged)
        try await until { session.workUnderWay.isEmpty }
        #expect(revoked(fixture) == ["A1", "R1", "A2", "R2"])
        #expect(fixture.count("refreshed") == 0)
        #expect(fixture.count("ignoredLateAnswer") == 1)
        #expect(try await store.holdsNoToken)
    }

    @Test func `invariant 11: the tokens of a refresh whose session another process has replaced are revoked`()
        async throws
    {
        let elsewhere = try await SessionFixture().signedIn(bob)
        let record = try #require(try await elsewhere.store.read())
        let fixture = try await SessionFixture().signedIn()
        let store = fixture.store
        fixture.transport.always("/token") { request in
            try await store.write(record)
            return try await ScriptedTransport.tokens()(request)
        }
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        #expect(await sessionError { try await fixture.session.refresh() } == .sessionChanged)
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(revoked(fixture) == ["A2", "R2"])
        #expect(try await store.text.contains("\"B1\""))
        fixture.clock.advance(by: .milliseconds(100))
        #expect(try await fixture.session.accessToken().value.reveal() == "B1")
    }

    /// An ID token of this moment, and the keys that verify it.
    private func signed(at now: Date) throws -> (idToken: String, keys: String) {
        let key = try JWK.generate(.p256, keyID: "k1")
        let seconds = Int(now.timeIntervalSince1970)
        let claims: JSONObject = [
            "iss": .string(SessionFixture.issuer), "aud": "console", "sub": "alice",
            "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + 600)),
        ]
        let idToken = try JWS.sign(payload: Array(claims.serialized().utf8), key: key, algorithm: .es256)
        return (idToken, JWKSet(keys: [key]).json.serialized())
    }

    @Test func `invariant 11: keys that come after a sign-out that had to do without the lock store no session`()
        async throws
    {
        let store = FaultyStore()
        store.failWriting(.unwritable("disk full"))
        let fixture = SessionFixture(store: store) { $0.refreshDeadline = .seconds(36_000) }
        try await fixture.signedIn()
        let (idToken, keys) = try signed(at: fixture.clock.now)
        fixture.transport.always(
            "/token", ScriptedTransport.tokens(refresh: nil, more: "\"id_token\":\"\(idToken)\""))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let gate = Gate()
        fixture.transport.always("/keys", ScriptedTransport.late(by: gate, ScriptedTransport.json(keys)))
        let session = fixture.session
        let refresh = Task { try await session.refresh() }
        try await fixture.transport.received(1, at: "/keys")
        // The refresh holds the lock, and so the sign-out waits for it in vain.
        let isOver = Mutex(false)
        let signOut = Task {
            _ = try? await session.signOut(force: true)
            isOver.withLock { $0 = true }
        }
        try await until {
            fixture.clock.advance(by: .milliseconds(250))
            return isOver.withLock { $0 }
        }
        await signOut.value
        store.failWriting(nil)
        gate.open()
        #expect(await sessionError { try await refresh.value } == .sessionChanged)
        try await until { fixture.count("ignoredLateAnswer") == 1 }
        #expect(try await store.holdsNoSession)
        // What came late is still owed a revocation, which ends a little later.
        try await until { try await store.holdsNoToken }
    }

    @Test func `the subject that a refreshed ID token names is the session's from then on`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let (idToken, keys) = try signed(at: fixture.clock.now)
        fixture.transport.always("/token", ScriptedTransport.tokens(more: "\"id_token\":\"\(idToken)\""))
        fixture.transport.always("/keys", ScriptedTransport.json(keys))
        #expect(await fixture.session.status.subject == nil)
        try await fixture.session.refresh()
        #expect(await fixture.session.status.subject == "alice")
        fixture.transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"mallory\"}"))
        let error = await sessionError { try await fixture.session.fetchUserInfo() }
        guard case .untrustworthy(_, during: .userInfo) = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
        let later = SessionFixture(store: fixture.store, clock: fixture.clock)
        try await later.session.configure()
        #expect(await later.session.status.subject == "alice")
    }
}
