import TerminalCurses
import TerminalUI
import ConsoleApp
import TestSupport
import SessionCore
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) @TerminalActor struct ProgressWatchTests {
    @Test func `what has arrived is reported when it is more than before, and not after the end`() async throws {
        let reports = Notes<[CallID: CallProgress]>()
        let watch = ProgressWatch { reports.add($0) }
        let (slow, silent) = (watch.follow(CallID(1)), watch.follow(CallID(2)))
        slow.update(receivedSize: 4, expectedSize: 10)
        try await until { reports.all.count == 1 }
        slow.update(receivedSize: 7, expectedSize: 10)
        try await until { reports.all.count == 2 }
        watch.forget(CallID(1))
        slow.update(receivedSize: 10, expectedSize: 10)
        silent.update(receivedSize: 1, expectedSize: nil)
        try await until { reports.all.count == 3 }
        #expect(
            reports.all == [
                [CallID(1): CallProgress(received: 4, expected: 10)],
                [CallID(1): CallProgress(received: 7, expected: 10)], [CallID(2): CallProgress(received: 1)],
            ])
    }
}
