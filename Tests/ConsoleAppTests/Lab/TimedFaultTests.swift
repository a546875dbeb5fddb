import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Faults that are armed for a time, as the provider that is down for a minute.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TimedFaultTests {
    /// The lab a moment after the preset was started.
    private func console(_ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character("5"), .character("P"), .character("d"))
        console.send(.faultsChanged(armed: [.tokenEndpointError: .untilDisarmed]))
        return console
    }

    private func clears(_ console: Console) -> Bool {
        console.effects.contains { if case .fault(.clear(.tokenEndpointError)) = $0 { true } else { false } }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the badge, the list and the menu count down to its end`(size: Size) {
        var console = console(size)
        #expect(console.text.contains("FAULT: token endpoint 500 ON 01:00"))
        #expect(console.text.contains(/x 5 +token endpoint 500 +ON 01:00/))
        console.send(.ticked(Samples.now.addingTimeInterval(18), secondsFromUTC: 0))
        #expect(console.text.contains("FAULT: token endpoint 500 ON 00:42"))
        console.press(.character("x"))
        #expect(console.text.contains(/5 +token endpoint 500 +ON 00:42/))
    }

    @Test func `the end is kept`() {
        var console = console()
        console.send(.ticked(Samples.now.addingTimeInterval(59), secondsFromUTC: 0))
        #expect(!clears(console))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(clears(console))
    }

    @Test func `the end is kept where a fault moves the clock`() {
        var console = console()
        console.send(.faultsChanged(armed: [.tokenEndpointError: .untilDisarmed, .clockAhead: .untilDisarmed]))
        console.send(.ticked(Samples.now.addingTimeInterval(318), secondsFromUTC: 0))
        #expect(!clears(console))
        #expect(console.text.contains("ON 00:42"), "\(console.text)")
        console.send(.faultsChanged(armed: [.tokenEndpointError: .untilDisarmed]))
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
        func text(_ shown: Workspace) -> String {
            var frames = WorkspaceFrames(glyphs: .unicode)
            return frames.draw(shown, size: size).lines.joined(separator: "\n")
        }
        _ = update(&workspace, .terminal(.resized(size)))
        press(.character("5"), .character("P"), .character("d"))
        send(.fault(.faultsChanged(armed: [.tokenEndpointError: .untilDisarmed])))
        _ = update(&workspace, .terminal(.ticked(Samples.now.addingTimeInterval(18), secondsFromUTC: 0)))
        send(.session(.eventHappened(Samples.event(90, .verified, at: 18))))
        press(.character("x"), .character("5"), .character("x"), .character("5"))
        _ = update(&workspace, .terminal(.ticked(Samples.now.addingTimeInterval(20), secondsFromUTC: 0)))
        send(.fault(.faultsChanged(armed: [.tokenEndpointError: .untilDisarmed])))
        let moments = try #require(workspace.past.timelines[0]?.moments)

        press(.character("<"))
        #expect(text(workspace).contains("token endpoint 500 ON 00:42"), "\(text(workspace))")
        var replay = Workspace(reading: "a.jsonl", in: Console(size: size).model)
        _ = update(&replay, .terminal(.resized(size)))
        _ = update(&replay, .recording(.read(moments)))
        _ = update(&replay, .terminal(.keyPressed(.character("5"))))
        #expect(text(replay).contains("token endpoint 500 ON 00:42"), "\(text(replay))")
        for _ in moments { _ = update(&replay, .terminal(.keyPressed(.character(">")))) }
        #expect(text(replay).contains("token endpoint 500 ON"))
        #expect(!text(replay).contains("ON 00:"), "\(text(replay))")
    }

    @Test(arguments: [[Key.character("D")], [.character("x"), .character("5")]])
    func `what is armed again after it was disarmed has no end`(keys: [Key]) {
        var console = console()
        for key in keys { console.press(key) }
        #expect(clears(console))
        console.send(.faultsChanged(armed: [:]))
        console.press(.character("x"), .character("5"))
        console.send(.faultsChanged(armed: [.tokenEndpointError: .untilDisarmed]))
        #expect(!console.text.contains("ON 0"))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(!clears(console))
    }

    @Test func `what is kept armed by hand has no end any more`() {
        var console = console()
        console.press(.character("g"))
        for _ in 0..<40 where console.model.screens.lab.faults.selected != .tokenEndpointError { console.press(.down) }
        console.press(.character("*"))
        #expect(!console.text.contains("ON 0"))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(!clears(console))
    }
}
