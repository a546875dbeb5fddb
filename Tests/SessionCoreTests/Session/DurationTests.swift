import FoundationEssentials
import SessionCore
import Synchronization
import TestSupport
import Testing

/// One call has one duration.
@Suite(.timeLimit(.minutes(5))) struct DurationTests {
    /// A clock that is a millisecond later at each look.
    private final class RestlessClock: SessionClock {
        private let looks = Atomic(0)

        var now: Date { Date(timeIntervalSince1970: 1_767_225_600) }
        var uptime: Duration { .seconds(1_000) + .milliseconds(looks.add(1, ordering: .relaxed).newValue) }
        func sleep(for duration: Duration) async throws { try await Task.sleep(for: .seconds(600)) }
    }

    private func signedIn() async throws -> (Session, ScriptedTransport) {
        let transport = ScriptedTransport()
        transport.publishProvider(SessionFixture.issuer)
        let session = Session(
            client: SessionFixture.configuration, transport: transport, store: MemoryStore(), clock: RestlessClock(),
            randomness: CountingRandomness())
        try await session.configure()
        try await session.signIn(GivenTokens(expiresIn: .seconds(6_000)))
        return (session, transport)
    }

    private func request() throws -> HTTPRequest {
        HTTPRequest(url: try #require(URL(string: SessionFixture.api + "/orders")))
    }

    /// The durations of the messages to the API.
    private func messages(_ session: Session) -> [Duration] {
        session.recentEvents.compactMap { event in
            guard case .exchange(let exchange) = event.kind, exchange.purpose == .request else { return nil }
            return exchange.duration
        }
    }

    @Test func `a call of one message took as long as its message`() async throws {
        let (session, transport) = try await signedIn()
        transport.always("/orders", ScriptedTransport.answer(200))
        let answer = try await session.send(try request())
        let finished = session.recentEvents.compactMap { event in
            if case .requestFinished(let facts) = event.kind { facts.duration } else { nil }
        }
        #expect(messages(session) == [answer.facts.duration])
        #expect(finished == [answer.facts.duration])
    }

    @Test func `a call that was repeated after a refresh took longer than its messages`() async throws {
        let (session, transport) = try await signedIn()
        transport.once("/orders", ScriptedTransport.unauthorized())
        transport.always("/orders", ScriptedTransport.answer(200))
        transport.always("/token", ScriptedTransport.tokens())
        let answer = try await session.send(try request())
        #expect(answer.response.status == 200)
        #expect(try #require(answer.facts.duration) > messages(session).reduce(.zero, +))
    }
}
