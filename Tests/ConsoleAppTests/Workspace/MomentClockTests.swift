import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// A recording in which the clock was moved between an event and what follows it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MomentClockTests {
    private struct Desk {
        var workspace: Workspace

        init(reading moments: [Moment]) {
            let size = Size(width: 120, height: 36)
            workspace = Workspace(reading: "a.jsonl", in: Console(size: size).model)
            _ = update(&workspace, .terminal(.resized(size)))
            _ = update(&workspace, .recording(.read(moments)))
            _ = update(&workspace, .recording(.readToEnd(flaw: nil)))
            // To its first event.
            for _ in moments { press("<") }
            press(">")
        }

        mutating func press(_ key: Key) { _ = update(&workspace, .terminal(.keyPressed(key))) }
    }

    /// An event, what follows it at once, what comes when the clock was moved, and another event.
    private static let jump: [Moment] = {
        let at = { (seconds: Double, occurrence: Occurrence) in
            Moment(time: Samples.now + seconds, occurrence: occurrence)
        }
        let event = { (sequence: Int, seconds: Double) in
            at(seconds, .event(Samples.event(sequence, .verified, at: seconds)))
        }
        return [
            event(1, 0), at(0.2, .faults([.networkOff: .times(1)])), at(41, .faults([:])),
            at(41.3, .status(Samples.status())), at(43, .status(Samples.status())), event(2, 44),
        ]
    }()

    @Test func `what came later than a moment is not shown at it, and the clock is the moment's own`() throws {
        var desk = Desk(reading: Self.jump)
        func isAt(_ index: Int, _ seconds: Double, armed: Int) -> Bool {
            guard let past = desk.workspace.past.pasts[0] else { return false }
            return past.index == index && past.model.shownScene.now == Samples.now + seconds
                && past.model.scene.armedFaults.count == armed
        }
        #expect(isAt(2, 0.2, armed: 1))
        desk.press(.character(">"))
        #expect(isAt(5, 41.3, armed: 0))
        try expectWords(desk.workspace.barWords)
        desk.press(.character(">"))
        #expect(isAt(6, 44, armed: 0))
        desk.press(.character("<"))
        #expect(isAt(5, 41.3, armed: 0))
        desk.press(.character("<"))
        #expect(isAt(2, 0.2, armed: 1))
    }

    @Test(arguments: [
        ("12:04:50", 2, 0.2), ("12:05:12.4", 2, 0.2), ("12:05:12", 5, 41.3), ("12:05:15.499", 5, 41.3),
        ("12:05:15", 6, 44),
    ])
    func `a time between two moments shows the earlier one`(time: String, index: Int, seconds: Double) {
        var desk = Desk(reading: Self.jump)
        desk.press(.character("@"))
        for character in time { desk.press(.character(character)) }
        desk.press(.enter)
        #expect(desk.workspace.past.pasts[0]?.index == index)
        #expect(desk.workspace.past.pasts[0]?.model.shownScene.now == Samples.now + seconds)
    }

    @Test func `the card of the past offers no sign-in`() throws {
        let lost = Samples.event(9, .forcedOut(.userInfoRejected), at: 1)
        let first = Moment(time: Samples.now, occurrence: .event(Samples.event(1, .verified)))
        var desk = Desk(reading: [first, Moment(time: lost.time, occurrence: .event(lost))])
        desk.press(.character(">"))
        #expect(desk.workspace.focusedModel.shell.card != nil)
        try expectWords(desk.workspace.picture.dialogWords)
    }
}
