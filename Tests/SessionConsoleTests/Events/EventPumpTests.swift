import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct EventPumpTests {
    private final class Collector: EventSink {
        let sequences = Mutex<[Int]>([])

        func take(_ events: [SessionEvent]) {
            sequences.withLock { $0 += events.map(\.sequence) }
        }
    }

    @Test(arguments: [true, false])
    func `every event is handed on once and in order, live or at the end`(isLive: Bool) async throws {
        let fixture = try await SessionFixture().signedIn()
        let sinks = [Collector(), Collector()]
        let pump = EventPump(fixture.session, sinks: sinks)
        if isLive {
            pump.start()
            try await until { sinks[1].sequences.withLock { $0.count } == 3 }
        }
        await fixture.session.forget()
        pump.finish()
        pump.finish()
        for sink in sinks { #expect(sink.sequences.withLock { $0 } == [1, 2, 3, 4]) }
    }

    @Test func `a feed has what is kept and what follows, and of more than its limit the latest`() {
        let journal = EventJournal(clock: SystemClock(), capacity: 2, backlog: 5)
        for _ in 1...3 { journal.record(.storeWarning("full"), generation: 1) }
        let feed = journal.feed()
        journal.record(.storeWarning("full"), generation: 1)
        #expect(feed.take().map(\.sequence) == [2, 3, 4])
        #expect(feed.take().isEmpty)
        for _ in 5...20 { journal.record(.storeWarning("full"), generation: 1) }
        #expect(feed.take().map(\.sequence) == Array(16...20))
    }
}
