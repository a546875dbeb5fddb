import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LocklessStoreTests {
    private static let broken = StoreError.lockFailed("/home/a/session.lock: Permission denied")

    private let store = FaultyStore()

    private func fixture() async throws -> SessionFixture {
        let fixture = SessionFixture(store: store)
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        return try await fixture.signedIn()
    }

    @Test func `loss 5: a sign-in whose store can't be locked asks nobody, and the session that is there stays`()
        async throws
    {
        let fixture = try await fixture()
        let session = fixture.session
        store.failLocking(Self.broken)
        // Its gate never opens: who gets that far waits for ever.
        let error = await sessionError { try await session.signIn(HeldSignIn()) }
        #expect(error == .store(Self.broken))
        #expect(try await session.accessToken().value.reveal() == "A1")
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `loss 5: a sign-in whose store can't be locked any more is refused, and its tokens revoked`()
        async throws
    {
        let fixture = try await fixture()
        let session = fixture.session
        let held = HeldSignIn()
        let signIn = Task { await sessionError { try await session.signIn(held) } }
        try await held.began.passed()
        store.failLocking(Self.broken)
        held.gate.open()
        #expect(await signIn.value == .store(Self.broken))
        try await fixture.transport.received(2, at: "/revoke")
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["S1", "B1"])
        #expect(try await session.accessToken().value.reveal() == "A1")
        #expect(try await store.text.contains("\"A1\""))
    }

    @Test func `loss 5: a forced sign-out without the lock changes no record, says so, and does it later`() async throws
    {
        let fixture = try await fixture()
        let session = fixture.session
        let before = try await store.text
        store.failLocking(Self.broken)
        try await session.signOut(force: true)
        #expect(await !session.state.isAuthenticated)
        #expect(await session.clearingFailure == Self.broken)
        #expect(try await store.text == before)
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R1", "A1"])
        store.failLocking(nil)
        try await until {
            fixture.clock.advance(by: .seconds(1))
            return try await store.holdsNoSession
        }
        try await until { await session.clearingFailure == nil }
    }

    @Test func `loss 5: a sign-out that could not be stored tells the provider nothing, and keeps the session`()
        async throws
    {
        let fixture = try await fixture()
        let session = fixture.session
        store.failLocking(Self.broken)
        #expect(await sessionError { try await session.signOut() } == .store(Self.broken))
        #expect(await session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `loss 5: a revocation that can't be noted without the lock stays pending, and no record is changed`()
        async throws
    {
        let fixture = SessionFixture(store: store)
        fixture.transport.always("/revoke", ScriptedTransport.failure(.timedOut(.waiting)))
        try await fixture.signedIn()
        let session = fixture.session
        let held = HeldSignIn()
        let signIn = Task { await sessionError { try await session.signIn(held) } }
        try await held.began.passed()
        let before = try await store.text
        store.failLocking(Self.broken)
        held.gate.open()
        #expect(await signIn.value == .store(Self.broken))
        await session.finishRevocations(within: .seconds(60))
        #expect(try await store.text == before)
        store.failLocking(nil)
        fixture.transport.always("/token", ScriptedTransport.tokens())
        try await session.refresh()
        #expect(try await store.text.contains("\"S1\""))
    }

    @Test func `hole: tokens that were revoked while the store was broken are not pending once it is repaired`()
        async throws
    {
        let fixture = try await fixture()
        let session = fixture.session
        store.failLocking(Self.broken)
        #expect(try await session.signOut(force: true).allSatisfy { $0.outcome == .revoked })
        store.failLocking(nil)
        try await until {
            fixture.clock.advance(by: .seconds(1))
            return try await store.holdsNoSession
        }
        #expect(try await store.holdsNoToken)
        #expect(fixture.transport.requests(to: "/revoke").count == 2)
    }
}

/// A sign-in that tells when it has begun, and ends when its gate opens.
private struct HeldSignIn: SignInFlow {
    let name = "held"
    let began = Gate()
    let gate = Gate()

    func signIn(_ context: SignInContext) async throws -> SignInResult {
        began.open()
        return try await GivenTokens(access: "B1", refresh: "S1", gate: gate).signIn(context)
    }
}
