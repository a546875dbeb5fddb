import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PastTests {
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

        init(playing playback: Playback) {
            let size = Size(width: 120, height: 36)
            workspace = Workspace(Console(size: size).model, playing: playback)
            send(.terminal(.resized(size)))
            signIn()
        }

        init(reading moments: [Moment], flaw: String? = nil) {
            let size = Size(width: 120, height: 36)
            workspace = Workspace(reading: "a.jsonl", in: Console(size: size).model)
            send(.terminal(.resized(size)))
            send(.recording(.read(moments)))
            send(.recording(.readToEnd(flaw: flaw)))
            // To its first event.
            for _ in moments { press("<") }
            press(">")
        }

        private mutating func signIn() {
            for event in Samples.peacefulEvents { send(.session(0, .happened(.event(event)))) }
            send(.session(0, .happened(.status(Samples.status()))))
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
            send(.session(0, .happened(.event(event))))
        }
        var past: Past? { workspace.past.pasts[0] }
        var notice: Notice? { workspace.focusedModel.shell.notice }
        var lines: [String] { workspace.picture.lines }
        var text: String { lines.joined(separator: "\n") }
        var header: String { workspace.picture.headerWords }
        /// The rows of the past.
        var bar: String { workspace.barWords }
        /// What is above the rows of the past and the hints.
        var screen: [String] { Array(lines.prefix(33)) }
    }

    private static let earlier = Key.character("<")
    private static let later = Key.character(">")

    /// An event, so many milliseconds after the first.
    private static func moment(_ sequence: Int, _ kind: SessionEvent.Kind) -> Moment {
        let time = Samples.now + Double(sequence) * 0.001
        let event = SessionEvent(sequence: sequence, time: time, generation: 1, cause: nil, kind: kind)
        return Moment(time: time, occurrence: .event(event))
    }

    @Test func `a step back shows the screen before the last event, and at the end comes now`() throws {
        var desk = Desk()
        desk.happen(.signedOut(.signedOut))
        let now = desk.screen
        desk.press(Self.earlier)
        #expect(desk.past?.model.scene.isSignedIn == true)
        try expectWords(together(desk.header, desk.bar), "before the last event")
        desk.press(Self.later)
        #expect(desk.past != nil)
        try expectWords(desk.bar, "after the last event")
        desk.press(Self.later)
        #expect(desk.past == nil && desk.screen == now)
    }

    @Test func `the session goes on while its past is shown`() throws {
        var desk = Desk()
        desk.happen(.verified)
        desk.press(Self.earlier)
        let shown = desk.screen
        desk.happen(.signedOut(.signedOut))
        #expect(desk.screen == shown)
        desk.press(.escape)
        #expect(desk.past == nil && desk.screen != shown)
        try expectWords(desk.workspace.paneWords("Events"))
    }

    @Test func `nothing is sent from the past`() throws {
        var desk = Desk()
        desk.happen(.verified)
        desk.press(Self.earlier)
        for letter in ["r", "R", "i"] {
            desk.press(.character(Character(letter)))
            #expect(desk.effects.isEmpty, "\(letter): \(desk.effects)")
            try expectWords(desk.workspace.noticeWords, letter)
        }
        desk.press(.character("2"))
        #expect(desk.workspace.past.pasts[0]?.model.screens.shown == .flow)
    }

    @Test func `the screen that is looked at stays while time is stepped through`() {
        var desk = Desk()
        for _ in 1...3 { desk.happen(.verified) }
        desk.press(.character("2"), Self.earlier, Self.earlier)
        #expect(desk.workspace.past.pasts[0]?.model.screens.shown == .flow)
    }

    @Test func `main events are found in both directions`() throws {
        var desk = Desk()
        desk.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        for _ in 1...4 { desk.happen(.verified) }
        desk.happen(.signedOut(.signedOut))
        desk.press(.character("{"))
        try expectWords(desk.bar, "earlier")
        desk.press(.character("}"))
        try expectWords(desk.bar, "later")
    }

    @Test func `a time that is typed is gone to, and nonsense is refused`() throws {
        var desk = Desk()
        for _ in 1...30 { desk.happen(.verified) }
        desk.press(.character("@"))
        for character in "abc" { desk.press(.character(character)) }
        desk.press(.enter)
        #expect(desk.past?.flaw != nil)
        try expectWords(desk.bar)
        for _ in 1...3 { desk.press(.backspace) }
        for character in "12:04:41" { desk.press(.character(character)) }
        desk.press(.enter)
        let past = desk.workspace.past.pasts[0]
        #expect(past?.model.scene.now == Samples.now + 10)
    }

    @Test func `only so much of a session that goes on is kept, and what is kept can be shown`() {
        var desk = Desk()
        for _ in 1...9_000 { desk.happen(.verified) }
        let timeline = desk.workspace.past.timelines[0]
        let kept = timeline.map { $0.end - $0.leftCount } ?? 0
        #expect(kept >= Timeline.capacity && kept <= 2 * Timeline.capacity, "\(kept)")
        desk.press(Self.earlier)
        for _ in 1...3 { desk.press(.character("{")) }
        #expect(desk.past != nil && desk.past?.index == timeline?.leftCount)
    }

    @Test func `a recording that is begun has what is still known, and ends where it is ended`() throws {
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
        try expectWords(together(desk.header, desk.workspace.noticeWords), "begun")
        desk.happen(.verified)
        #expect(noted(desk.effects).count == 1)
        desk.send(.recording(.ended(0, path: "a.jsonl", warning: nil)))
        desk.happen(.verified)
        #expect(noted(desk.effects).isEmpty)
        try expectWords(desk.header, "ended")
    }

    @Test func `a recording that ends by itself is said until that is dismissed, in the past too`() throws {
        var desk = Desk()
        desk.happen(.verified)
        desk.send(.recording(.began(0, path: "a.jsonl")))
        desk.press(Self.earlier)
        desk.send(.recording(.ended(0, path: "a.jsonl", warning: "a.jsonl ends early, after line 7: File too large")))
        let words = { together(desk.header, desk.workspace.noticeWords) }
        desk.press(.tab)
        try expectWords(words(), "in the past")
        desk.press(.escape, .tab)
        try expectWords(words(), "after a first esc")
        desk.press(.escape)
        try expectWords(words(), "after a second esc")
    }

    @Test func `S and a command with a name ask for a recording`() throws {
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
        desk.send(.recording(.notBegun(0, reason: "a file with that name exists")))
        try expectWords(desk.workspace.noticeWords)
    }

    @Test func `an answer whose body was not recorded is not called empty`() throws {
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
        try expectWords(desk.workspace.paneWords("Response"))
    }

    @Test func `a recording shows its end only when all of it was read, and why it ends`() throws {
        let moments = Samples.peacefulEvents.map { Moment(time: $0.time, occurrence: .event($0)) }
        var desk = Desk(reading: moments, flaw: "the recording can be read until here: line 9")
        try expectWords(desk.bar, "opened")
        for _ in moments { desk.press(Self.later) }
        try expectWords(desk.bar, "at the end")
    }

    @Test func `before the sign-in of a recording no screen offers one`() {
        let opened = Moment(time: Samples.now, occurrence: .context(Samples.context))
        var desk = Desk(reading: [opened, opened])
        for screen in ["1", "2", "3"] {
            desk.press(.character(Character(screen)))
            #expect(!desk.text.contains("sign in") && !desk.text.contains("signs in"), "\(desk.text)")
        }
        #expect(Console(size: Size(width: 120, height: 36)).text.contains("to sign in"))
    }

    @Test func `an empty recording says so`() throws {
        let desk = Desk(reading: [])
        try expectWords(desk.bar)
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

    @Test(arguments: ["r", "b", "o", "x", "l", "R", "i", "+"]) func `a key that acts leaves the past as it was`(
        _ letter: String
    ) throws {
        let call = CallID(1)
        let request = HTTPRequest(url: Samples.context.api ?? URL(filePath: "/"))
        let answer = AuthorizedResponse(
            response: Samples.answer("{}").response, facts: Samples.facts(1), verdict: .accepted)
        var desk = Desk(
            reading: Samples.peacefulEvents.map { Moment(time: $0.time, occurrence: .event($0)) } + [
                Moment(time: Samples.now, occurrence: .status(Samples.status())),
                Moment(time: Samples.now, occurrence: .sent([call], request, .required)),
                Moment(time: Samples.now, occurrence: .answered(call, .success(answer))),
            ])
        for _ in 1...20 { desk.press(Self.later) }
        let before = desk.screen
        #expect(desk.past?.model.scene.isSignedIn == true)
        desk.press(.character(Character(letter)))
        #expect(desk.effects.isEmpty)
        try expectWords(desk.workspace.noticeWords, letter)
        #expect(desk.past?.model.screens.runningCalls == [] && desk.past?.model.shell.dialog == nil)
        #expect(desk.past?.model.screens.current.prompt == nil)
        // Dismissing the notice shows what was there.
        desk.press(.escape)
        #expect(desk.screen == before)
    }

    @Test func `a call that is typed at the command line of the past is not begun`() throws {
        var desk = Desk()
        desk.happen(.verified)
        desk.press(Self.earlier, .character(":"))
        for character in "get /orders" { desk.press(.character(character)) }
        desk.press(.enter)
        #expect(desk.effects.isEmpty)
        #expect(desk.past?.model.screens.runningCalls == [])
        try expectWords(desk.workspace.noticeWords)
    }

    @Test func `what looks around works in the past`() throws {
        var desk = Desk(reading: Samples.peacefulEvents.map { Moment(time: $0.time, occurrence: .event($0)) })
        for key in [Key.character("?"), .escape, .character("y"), .escape, .character("u"), .tab, .character("f")] {
            desk.press(key)
            #expect(desk.notice == nil, "\(key)")
        }
        desk.press(.character("f"))
        for screen in ["4", "5", "3", "2", "1"] {
            desk.press(.character(Character(screen)))
            #expect(desk.effects.isEmpty, "\(screen)")
            #expect(desk.notice == nil, "\(screen)")
            for words in ["is being read", "are being read", "is being asked"] {
                #expect(!desk.text.contains(words), "\(screen): \(desk.text)")
            }
        }
        desk.send(.session(0, .tool(.copied("the value", .sentToTerminal))))
        try expectWords(desk.workspace.noticeWords)
    }

    @Test func `an empty recording has only keys that look around`() throws {
        var desk = Desk(reading: [])
        #expect(!desk.text.contains("sign in"), "\(desk.text)")
        desk.press(.character("l"))
        #expect(desk.effects.isEmpty)
        try expectWords(desk.workspace.noticeWords, "a key that acts")
        desk.press(.escape, .character(":"))
        for character in "get /orders" { desk.press(.character(character)) }
        desk.press(.enter)
        #expect(desk.effects.isEmpty && desk.workspace.focusedModel.screens.runningCalls.isEmpty)
        desk.press(Self.later)
        try expectWords(desk.workspace.noticeWords, "a step on")
    }

    @Test func `moments of a short recording differ by milliseconds, and the last is at the right end`() throws {
        let moments = (0..<10).map { Self.moment($0, .verified) }
        var desk = Desk(reading: moments)
        for _ in moments { desk.press(Self.later) }
        try expectWords(desk.bar)
    }

    @Test func `what has happened since the past was opened is counted`() throws {
        var desk = Desk()
        desk.happen(.verified)
        desk.press(Self.earlier)
        try expectWords(desk.bar, "opened")
        for _ in 1...3 { desk.happen(.verified) }
        try expectWords(desk.bar, "three events later")
    }

    @Test func `a long reason why a recording ends is wrapped`() throws {
        let words = String(repeating: "something is wrong with it, ", count: 6)
        let desk = Desk(reading: [Self.moment(1, .verified)], flaw: "line 21, column 10: \(words)and that is all")
        try expectWords(desk.bar)
    }

    @Test func `the past of a scenario that is paused is left by its keys, and by going on`() throws {
        let text = "say one\nsay two\nsay three\n"
        let scenario = try Scenario(parsing: text, vocabulary: .console)
        for keys in [[Key.escape], [Self.later, Self.later], [.character("p")]] {
            var desk = Desk(playing: Playback(scenario, pace: Pace(speed: 1, isRealTime: false)))
            desk.happen(.verified)
            desk.press(.character("p"), Self.earlier)
            #expect(desk.past != nil)
            for key in keys { desk.press(key) }
            #expect(desk.past == nil, "\(keys)")
        }
    }
}
