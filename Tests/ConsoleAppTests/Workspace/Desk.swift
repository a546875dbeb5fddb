import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI

@testable import ConsoleApp

/// A signed-in console that plays a scenario; nothing outside of it answers by itself.
struct Desk {
    var workspace: Workspace
    var effects: [WorkspaceEffect] = []
    private(set) var results: [StepResult] = []

    init(_ text: String, speed: Double? = nil, isRealTime: Bool = false) throws {
        let scenario = try Scenario(parsing: text, vocabulary: .console)
        let size = Size(width: 120, height: 36)
        let playback = Playback(scenario, pace: Pace(speed: speed, isRealTime: isRealTime))
        workspace = Workspace(Console.signedIn(size: size).model, playing: playback)
        send(.terminal(.resized(size)))
    }

    mutating func send(_ message: WorkspaceMessage) {
        effects = update(&workspace, message)
        for case .playback(.report(let result)) in effects { results.append(result) }
    }
    mutating func settle() {
        if let ticket = workspace.playback?.ticket { send(.playback(.settled(ticket))) }
    }
    mutating func rest() {
        if let ticket = workspace.playback?.ticket { send(.playback(.rested(ticket))) }
    }
    mutating func press(_ key: Key) { send(.terminal(.keyPressed(key))) }
    mutating func tick(_ seconds: Double) {
        send(.terminal(.ticked(workspace.models[0].scene.now + seconds, secondsFromUTC: 0)))
    }
    mutating func happen(_ kind: SessionEvent.Kind) {
        let next = workspace.models[0].scene.history.lastSequence + 1
        send(.session(0, .happened(.event(Samples.event(next, kind)))))
    }

    mutating func answer(_ id: Int) {
        send(.session(0, .happened(.answered(CallID(id), .success(Samples.answer("{}", id: id))))))
    }

    var sentCalls: Int {
        effects.reduce(0) { count, effect in
            if case .session(_, .call(.send(let calls, _, _))) = effect { count + calls.count } else { count }
        }
    }
    var tools: [ToolEffect] {
        effects.compactMap { if case .session(_, .tool(let effect)) = $0 { effect } else { nil } }
    }
    var signIns: [SignInEffect] {
        effects.compactMap { if case .session(_, .signIn(let effect)) = $0 { effect } else { nil } }
    }
    var outcomes: [StepResult.Outcome] { results.map(\.outcome) }
    var reason: String {
        for case .failed(let reason) in outcomes { return reason }
        return ""
    }
    /// The text without its line breaks.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    var text: String { workspace.picture.lines.joined(separator: "\n") }
    /// The rows of the scenario: what is said, and the step with the keys.
    var bar: String { workspace.barWords }
}
