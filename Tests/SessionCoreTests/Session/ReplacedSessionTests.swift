import SessionCore
import TestSupport
import Testing

/// Sessions that have been ended or replaced stay so, whatever comes late and whatever the store holds.
@Suite(.timeLimit(.minutes(5)))
struct ReplacedSessionTests {
    private let bob = GivenTokens(access: "B1", refresh: "S1")

    /// The record of a session of another process.
    private func recordElsewhere(_ tokens: GivenTokens) async throws -> [UInt8] {
        try #require(try await SessionFixture().signedIn(tokens).store.read())
    }

    /// Looks at the store as soon as that is due again.
    private func lookAtStore(_ fixture: SessionFixture) async {
        fixture.clock.advance(by: .milliseconds(100))
        await fixture.session.checkStore()
    }

    @Test func `invariant 13: of two sign-ins the one that began later stays, though the other ends after it`()
        async throws
    {
        let earlier = try await SignInUnderWay()
        let (fixture, session) = (earlier.fixture, earlier.fixture.session)
        try await session.signIn(bob)
        #expect(await earlier.release() == .sessionChanged)
        #expect(try await session.accessToken().value.reveal() == "B1")
        #expect(try await fixture.store.text.contains("\"B1\""))
        await session.finishRevocations(within: .seconds(5))
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R1", "A1"])
    }

    @Test func `invariant 13: a sign-in that was on its way when the session was forgotten creates no session`()
        async throws
    {
        let signIn = try await SignInUnderWay()
        await signIn.fixture.session.forget()
        #expect(await signIn.release() == .sessionChanged)
        #expect(await signIn.fixture.session.state == .noSession(.noStoredSession))
        try await signIn.fixture.transport.received(1, at: "/revoke")
    }

    @Test func `invariant 13: a sign-out that waits for the provider ends no session of a later sign-in`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        let signOut = Task { try await session.signOut() }
        try await fixture.transport.received(1, at: "/revoke")
        try await session.signIn(bob)
        gate.open()
        _ = try await signOut.value
        #expect(try await session.accessToken().value.reveal() == "B1")
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R1", "A1"])
        #expect(try await fixture.store.text.contains("\"B1\""))
    }

    @Test func `the record of a session that has ended here does not bring it back`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let record = try #require(try await fixture.store.read())
        try await fixture.session.signOut(force: true)
        try await fixture.store.write(record)
        await lookAtStore(fixture)
        #expect(await fixture.session.state == .noSession(.signedOut))
        #expect(fixture.count("adoptedFromStore") == 0)
    }

    @Test func `the record of a session that a sign-in has replaced does not bring it back`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let record = try #require(try await fixture.store.read())
        try await fixture.session.signIn(bob)
        try await fixture.store.write(record)
        await lookAtStore(fixture)
        #expect(try await fixture.session.accessToken().value.reveal() == "B1")
        #expect(fixture.count("adoptedFromStore") == 0)
    }

    @Test func `the record of a session that another process's sign-in has replaced does not bring it back`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let record = try #require(try await fixture.store.read())
        try await fixture.store.write(try await recordElsewhere(bob))
        await lookAtStore(fixture)
        #expect(await fixture.session.state == .authenticated(.otherProcess))
        try await fixture.store.write(record)
        await lookAtStore(fixture)
        #expect(try await fixture.session.accessToken().value.reveal() == "B1")
        #expect(fixture.count("adoptedFromStore") == 1)
    }

    @Test func `the stored end of another session is not told as this one's`() async throws {
        let elsewhere = try await SessionFixture().signedIn(bob)
        elsewhere.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        _ = await sessionError { try await elsewhere.session.refresh() }
        let fixture = try await SessionFixture().signedIn()
        try await fixture.store.write(try #require(try await elsewhere.store.read()))
        await lookAtStore(fixture)
        #expect(await fixture.session.state == .noSession(.otherProcess))
        #expect(fixture.count("endedElsewhere") == 0)
    }

    @Test func `a sign-out leaves the session that another process has stored since, and its own tokens pending there`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(503))
        try await fixture.store.write(try await recordElsewhere(bob))
        try await fixture.session.signOut(force: true)
        let text = try await fixture.store.text
        #expect(text.contains("\"B1\"") && text.contains("\"S1\""))
        #expect(text.contains("\"R1\"") && text.contains("\"A1\""))
        await lookAtStore(fixture)
        #expect(try await fixture.session.accessToken().value.reveal() == "B1")
    }

    @Test func `a sign-out revokes the tokens that could not be stored, not the spent ones that the store has`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        store.failWriting(.unwritable("the disk is full"))
        try await fixture.session.refresh()
        store.failWriting(nil)
        try await fixture.session.signOut(force: true)
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R2", "A2"])
        #expect(try await store.holdsNoToken)
    }

    @Test func `a token that was rejected is not good again for the next process`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/token", ScriptedTransport.answer(400))
        _ = try await fixture.session.send(try fixture.request())
        // The suspicion was stored, with what is known of the token.
        let later = SessionFixture(store: fixture.store, clock: fixture.clock)
        try await later.session.configure()
        later.transport.always("/token", ScriptedTransport.tokens())
        #expect(try await later.session.accessToken().value.reveal() == "A2")
    }
}
