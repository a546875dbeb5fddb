import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TimelineTests {
    @Test func `of bodies only the latest are kept, and the others are not called empty`() {
        var timeline = Timeline(Console(size: Size(width: 120, height: 36)).model)
        let megabyte = String(repeating: "x", count: 1 << 20)
        for id in 1...100 {
            let answer = Samples.answer(megabyte, type: "text/plain", id: id)
            timeline.append(
                Moment(time: Samples.now, occurrence: .answered(CallID(id), .success(answer))), before: nil)
        }
        let sizes = timeline.moments.map { $0.occurrence.bodySize ?? 0 }
        #expect(sizes.reduce(0, +) == Timeline.bodyCapacity)
        #expect(sizes.last == 1 << 20 && sizes.first == 0)
        guard case .answered(_, .success(let first))? = timeline.moment(0)?.occurrence else {
            Issue.record("the first answer is gone")
            return
        }
        #expect(first.response.receivedSize == 1 << 20)
    }

    @Test func `a time is found where the wall clock was set back, too`() {
        var timeline = Timeline(Console(size: Size(width: 120, height: 36)).model)
        for (index, offset) in [0.0, 300, 301, 2, 3].enumerated() {
            timeline.append(
                Moment(
                    time: Samples.now.addingTimeInterval(offset),
                    occurrence: .event(Samples.event(index + 1, .verified, at: offset))), before: nil)
        }
        #expect(timeline.index(at: Samples.now.addingTimeInterval(2.5)) == 4)
        #expect(timeline.index(at: Samples.now.addingTimeInterval(400)) == 5)
        #expect(timeline.index(at: Samples.now.addingTimeInterval(-1)) == 0)
    }
}
