import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// Faults that are armed for a time, as the provider that is down for a minute.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TimedFaultTests {
    /// The lab a moment after the preset was started.
    private func console(_ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character("5"), .character("P"), .character("d"))
        console.send(.faults([.tokenEndpointError: .untilDisarmed]))
        return console
    }

    private func clears(_ console: Console) -> Bool {
        console.effects.contains { if case .fault(.clear(.tokenEndpointError)) = $0 { true } else { false } }
    }

    /// The row of the header that has the badge.
    private func badge(_ console: Console) -> String { console.picture().lines[1] }
    /// The row of the fault in a list.
    private func row(_ list: String) -> String { list.line(with: "  \(LabFault.tokenEndpointError.rawValue) ") }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the badge, the results and the list count down to its end`(size: Size) throws {
        var console = console(size)
        let place = "\(size.width) columns"
        try expectWords(
            together(
                badge(console), console.paneWords(HeldPane.title).line(with: LabFault.tokenEndpointError.rawValue)),
            "\(place), at first")
        console.send(.ticked(Samples.now.addingTimeInterval(18), secondsFromUTC: 0))
        let later = badge(console)
        console.press(.character("x"))
        try expectWords(together(later, row(console.dialogWords)), "\(place), later")
    }

    @Test func `the end is kept`() {
        var console = console()
        console.send(.ticked(Samples.now.addingTimeInterval(59), secondsFromUTC: 0))
        #expect(!clears(console))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(clears(console))
    }

    @Test func `the end is kept where a fault moves the clock`() throws {
        var console = console()
        console.send(.faults([.tokenEndpointError: .untilDisarmed, .clockAhead: .untilDisarmed]))
        console.send(.ticked(Samples.now.addingTimeInterval(318), secondsFromUTC: 0))
        #expect(!clears(console))
        try expectWords(badge(console))
        console.send(.faults([.tokenEndpointError: .untilDisarmed]))
        console.send(.ticked(Samples.now.addingTimeInterval(59), secondsFromUTC: 0))
        #expect(!clears(console))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(clears(console))
    }

    @Test func `the past and a recording count down, and forget an end that was taken back`() throws {
        let size = Size(width: 120, height: 36)
        var workspace = Workspace(Console.signedIn(size: size).model)
        func send(_ message: Message) { _ = update(&workspace, .session(0, message)) }
        func press(_ keys: Key...) { for key in keys { _ = update(&workspace, .terminal(.keyPressed(key))) } }
        _ = update(&workspace, .terminal(.resized(size)))
        press(.character("5"), .character("P"), .character("d"))
        send(.happened(.faults([.tokenEndpointError: .untilDisarmed])))
        _ = update(&workspace, .terminal(.ticked(Samples.now.addingTimeInterval(18), secondsFromUTC: 0)))
        send(.happened(.event(Samples.event(90, .verified, at: 18))))
        press(.character("x"), .character("5"), .character("x"), .character("5"))
        _ = update(&workspace, .terminal(.ticked(Samples.now.addingTimeInterval(20), secondsFromUTC: 0)))
        send(.happened(.faults([.tokenEndpointError: .untilDisarmed])))
        let moments = try #require(workspace.past.timelines[0]?.moments)

        press(.character("<"))
        try expectWords(workspace.picture.lines[1], "past")
        var replay = Workspace(reading: "a.jsonl", in: Console(size: size).model)
        _ = update(&replay, .terminal(.resized(size)))
        _ = update(&replay, .recording(.read(moments)))
        _ = update(&replay, .terminal(.keyPressed(.character("5"))))
        try expectWords(replay.picture.lines[1], "recording")
        for _ in moments { _ = update(&replay, .terminal(.keyPressed(.character(">")))) }
        #expect(replay.focusedModel.scene.faultEnds.isEmpty)
        try expectWords(replay.picture.lines[1], "end of the recording")
    }

    @Test(arguments: [[Key.character("D")], [.character("x"), .character("5")]])
    func `what is armed again after it was disarmed has no end`(keys: [Key]) {
        var console = console()
        for key in keys { console.press(key) }
        #expect(clears(console))
        console.send(.faults([:]))
        console.press(.character("x"), .character("5"))
        console.send(.faults([.tokenEndpointError: .untilDisarmed]))
        #expect(console.model.scene.faultEnds.isEmpty)
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(!clears(console))
    }

    @Test func `what is kept armed by hand has no end any more`() {
        var console = console()
        console.press(.character("g"))
        console.listFaults(.tokenEndpointError)
        console.press(.character("*"))
        #expect(console.model.scene.faultEnds.isEmpty)
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(!clears(console))
    }
}
