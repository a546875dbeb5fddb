import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StreamsTests {
    @Test func `states come one by one, the present one first`() async throws {
        let fixture = SessionFixture()
        var states = fixture.session.states().makeAsyncIterator()
        #expect(await states.next() == .unknown)
        try await fixture.session.configure()
        #expect(await states.next() == .noSession(.noStoredSession))
        try await fixture.session.signIn(GivenTokens())
        #expect(await states.next() == .authenticated(.signedIn(flow: "given")))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        try await fixture.session.refresh()
        try await fixture.session.signOut(force: true)
        // A refresh changes no state.
        #expect(await states.next() == .noSession(.signedOut))
    }

    @Test func `who is slow finds only the latest state`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let states = fixture.session.states()
        try await fixture.session.signOut(force: true)
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next() == .noSession(.signedOut))
    }

    @Test func `streams end when their session is gone`() async throws {
        var fixture: SessionFixture? = try await SessionFixture().signedIn()
        let (events, states) = try #require(fixture.map { ($0.session.events(), $0.session.states()) })
        let counts = Task {
            var (seen, changes) = (0, 0)
            for await _ in events { seen += 1 }
            for await _ in states { changes += 1 }
            return (seen, changes)
        }
        fixture = nil
        let (seen, changes) = await counts.value
        #expect(seen >= 2 && changes == 1)
    }

    @Test func `a session that keeps no events describes its messages to subscribers alone`() async throws {
        let fixture = try await SessionFixture { $0.keptEvents = 0 }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(fixture.request())
        #expect(fixture.events.isEmpty)
        var events = fixture.session.events().makeAsyncIterator()
        _ = try await fixture.session.send(fixture.request())
        var names: [String] = []
        while names.last != "requestFinished" { names.append(try #require(await events.next()).name) }
        #expect(names == ["requestStarted", "exchange", "requestFinished"])
        #expect(fixture.events.isEmpty)
    }

    @Test func `an event describes itself in the console's words`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        try await fixture.session.refresh()
        let texts = fixture.events.map(\.description)
        #expect(texts.first == "configured: signed out: no stored session")
        #expect(texts.contains { $0.hasPrefix("refreshed: access token ") && $0.hasSuffix(" · access 60 s") })
    }
}
