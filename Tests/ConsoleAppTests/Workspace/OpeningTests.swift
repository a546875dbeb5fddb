import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OpeningTests {
    @Test func `a recording opens where the session was lost, or else at its end, and shows the rest as it is read`() {
        func moments(_ events: [SessionEvent]) -> [Moment] {
            events.map { Moment(time: $0.time, occurrence: .event($0)) }
        }
        let parts = { (parts: [[Moment]]) in
            var workspace = Workspace(reading: "a.jsonl", in: Console().model)
            for part in parts { _ = update(&workspace, .recording(.read(part))) }
            return workspace
        }
        let peace = moments(Samples.peacefulEvents)
        let loss = moments(Samples.lossEvents)
        let after = moments([
            Samples.event(90, .signInStarted(flow: "password"), at: 9), Samples.event(91, .verified, at: 10),
        ])
        #expect(parts([peace]).past.pasts[0]?.index == peace.count)
        #expect(parts([peace, after]).past.pasts[0]?.index == peace.count + after.count)
        for read in [[peace + loss + after], [peace, loss, after]] {
            let past = parts(read).past.pasts[0]
            #expect(past?.index == (loss.lastIndex { $0.isLoss }).map { peace.count + $0 + 1 })
            #expect(past?.model.shell.card != nil)
        }
    }
}
