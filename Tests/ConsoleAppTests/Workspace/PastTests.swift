import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct PastTests {
    private struct Desk {
        var workspace: Workspace
        private(set) var effects: [WorkspaceEffect] = []
        private var now = Samples.now

        init() {
            let size = Size(width: 120, height: 36)
            workspace = Workspace(Console(size: size).model)
            send(.terminal(.resized(size)))
            signIn()
        }

        init(reading moments: [Moment], flaw: String? = nil) {
            let size = Size(width: 120, height: 36)
            workspace = Workspace(reading: "a.jsonl", in: Console(size: size).model)
            send(.terminal(.resized(size)))
            send(.recording(.read(moments)))
            send(.recording(.readToEnd(flaw: flaw)))
        }

        private mutating func signIn() {
            for event in Samples.peacefulEvents { send(.session(0, .session(.eventHappened(event)))) }
            send(.session(0, .session(.statusChanged(Samples.status()))))
        }

        mutating func send(_ message: WorkspaceMessage) { effects = update(&workspace, message) }
        mutating func press(_ keys: Key...) {
            for key in keys { send(.terminal(.keyPressed(key))) }
        }
        /// Lets an event happen a second after the last.
        mutating func happen(_ kind: SessionEvent.Kind) {
            now += 1
            send(.terminal(.ticked(now, secondsFromUTC: 0)))
            let next = workspace.models[0].scene.history.lastSequence + 1
            let event = SessionEvent(sequence: next, time: now, generation: 1, cause: nil, kind: kind)
            send(.session(0, .session(.eventHappened(event))))
        }
        var lines: [String] {
            var frames = WorkspaceFrames(glyphs: .unicode)
            return frames.draw(workspace, size: workspace.size).lines
        }
        var text: String { lines.joined(separator: "\n") }
        /// What is above the rows of the past and the hints.
        var screen: [String] { Array(lines.prefix(33)) }
    }

    private static let earlier = Key.character("<")
    private static let later = Key.character(">")

    @Test func `a step back shows the screen before the last event, and at the end comes now`() {
        var desk = Desk()
        desk.happen(.signedOut(.signedOut))
        #expect(desk.text.contains("signed out"))
        desk.press(Self.earlier)
        #expect(desk.text.contains("PAST"))
        #expect(desk.text.contains("AUTHENTICATED"))
        desk.press(Self.later)
        #expect(desk.text.contains("PAST"))
        #expect(desk.lines.last?.contains("signed out") == true)
        desk.press(Self.later)
        #expect(!desk.text.contains("PAST"))
    }

    @Test func `the session goes on while its past is shown`() {
        var desk = Desk()
        desk.happen(.verified)
        desk.press(Self.earlier)
        let shown = desk.screen
        desk.happen(.signedOut(.signedOut))
        #expect(desk.screen == shown)
        desk.press(.escape)
        #expect(desk.text.contains("signed out"))
    }

    @Test func `nothing is sent from the past`() {
        var desk = Desk()
        desk.happen(.verified)
        desk.press(Self.earlier)
        for letter in ["r", "R", "i"] {
            desk.press(.character(Character(letter)))
            #expect(desk.effects.isEmpty, "\(letter): \(desk.effects)")
            #expect(desk.text.contains("This is the past"), "\(letter)")
        }
        desk.press(.character("2"))
        #expect(desk.text.contains("[2 Flow]") || desk.text.contains("2 Flow"))
        #expect(desk.workspace.pasts[0]?.model.screens.shown == .flow)
    }

    @Test func `the screen that is looked at stays while time is stepped through`() {
        var desk = Desk()
        for _ in 1...3 { desk.happen(.verified) }
        desk.press(.character("2"), Self.earlier, Self.earlier)
        #expect(desk.workspace.pasts[0]?.model.screens.shown == .flow)
    }

    @Test func `main events are found in both directions`() {
        var desk = Desk()
        desk.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        for _ in 1...4 { desk.happen(.verified) }
        desk.happen(.signedOut(.signedOut))
        desk.press(.character("{"))
        #expect(desk.lines.last?.contains("refreshed") == true, "\(desk.lines.last ?? "")")
        desk.press(.character("}"))
        #expect(desk.lines.last?.contains("signed out") == true, "\(desk.lines.last ?? "")")
    }

    @Test func `a time that is typed is gone to, and nonsense is refused`() {
        var desk = Desk()
        for _ in 1...30 { desk.happen(.verified) }
        desk.press(.character("@"))
        for character in "abc" { desk.press(.character(character)) }
        desk.press(.enter)
        #expect(desk.text.contains("not a time"))
        for _ in 1...3 { desk.press(.backspace) }
        for character in "12:04:41" { desk.press(.character(character)) }
        desk.press(.enter)
        let past = desk.workspace.pasts[0]
        #expect(past?.model.scene.now == Samples.now + 10)
    }

    @Test func `only so much of a session that goes on is kept, and what is kept can be shown`() {
        var desk = Desk()
        for _ in 1...9_000 { desk.happen(.verified) }
        let timeline = desk.workspace.timelines[0]
        let kept = timeline.map { $0.end - $0.leftCount } ?? 0
        #expect(kept >= Timeline.capacity && kept <= 2 * Timeline.capacity, "\(kept)")
        desk.press(Self.earlier)
        for _ in 1...3 { desk.press(.character("{")) }
        #expect(desk.workspace.pasts[0]?.index == timeline?.leftCount)
        #expect(desk.text.contains("PAST"))
    }

    // MARK: - Recordings

    @Test func `a recording that is begun has what is still known, and ends where it is ended`() {
        func noted(_ effects: [WorkspaceEffect]) -> [Occurrence] {
            effects.compactMap { if case .noted(0, let moment) = $0 { moment.occurrence } else { nil } }
        }
        var desk = Desk()
        desk.happen(.verified)
        #expect(noted(desk.effects).isEmpty)
        desk.send(.recording(.began(0, path: "a.jsonl")))
        let begun = noted(desk.effects)
        let events = begun.compactMap { if case .event(let event) = $0 { event.sequence } else { nil } }
        #expect(events == Array(1...Samples.peacefulEvents.count + 1))
        if case .context = begun.first {} else { Issue.record("it begins with \(begun)") }
        if case .status = begun.last {} else { Issue.record("it ends with \(begun)") }
        #expect(desk.text.contains("REC"))
        #expect(desk.text.contains("Recording to a.jsonl"))
        desk.happen(.verified)
        #expect(noted(desk.effects).count == 1)
        desk.send(.recording(.ended(0, path: "a.jsonl", warning: nil)))
        desk.happen(.verified)
        #expect(noted(desk.effects).isEmpty)
        #expect(!desk.text.contains("REC "))
    }

    @Test func `S and a command with a name ask for a recording`() {
        func path(_ effects: [WorkspaceEffect]) -> String?? {
            for case .session(0, .terminal(.record(let path))) in effects { return .some(path) }
            return .none
        }
        var desk = Desk()
        desk.press(.character("S"))
        #expect(path(desk.effects) == .some(nil))
        desk.press(.character(":"))
        for character in "record my file.jsonl" { desk.press(.character(character)) }
        desk.press(.enter)
        #expect(path(desk.effects) == .some("my file.jsonl"))
        desk.send(.recording(.notBegun(0, reason: "a file of that name exists")))
        #expect(desk.text.contains("Not recorded: a file of that name exists"))
    }

    @Test func `an answer whose body was not recorded is not called empty`() {
        let start = Samples.now
        var response = Samples.answer("").response
        response.receivedSize = 231
        let answer = AuthorizedResponse(response: response, facts: Samples.facts(1), verdict: .accepted)
        let call = CallID(1)
        let request = HTTPRequest(url: Samples.context.api ?? URL(filePath: "/"))
        var desk = Desk(reading: [
            Moment(time: start, occurrence: .sent([call], request, .required)),
            Moment(time: start, occurrence: .answered(call, .success(answer))),
        ])
        desk.press(Self.later, Self.later)
        #expect(desk.text.contains("the body was not recorded"))
        #expect(desk.text.contains("231 B"))
    }

    @Test func `a recording shows its end only when all of it was read, and why it ends`() {
        let moments = Samples.peacefulEvents.map { Moment(time: $0.time, occurrence: .event($0)) }
        var desk = Desk(reading: moments, flaw: "the recording can be read until here: line 9")
        #expect(desk.text.contains("RECORDING 1/\(moments.count)"))
        for _ in moments { desk.press(Self.later) }
        #expect(desk.lines.last?.contains("line 9") == true)
        #expect(desk.text.contains("RECORDING"))
    }

    @Test func `an empty recording says so`() {
        let desk = Desk(reading: [])
        #expect(desk.text.contains("the recording is empty"))
    }

    @Test func `every moment looks the same whether it is reached forwards or backwards`() {
        var desk = Desk(reading: Samples.peacefulEvents.map { Moment(time: $0.time, occurrence: .event($0)) })
        var forwards: [[String]] = [desk.screen]
        for _ in 1..<Samples.peacefulEvents.count {
            desk.press(Self.later)
            forwards.append(desk.screen)
        }
        for expected in forwards.reversed().dropFirst() {
            desk.press(Self.earlier)
            #expect(desk.screen == expected)
        }
    }
}
