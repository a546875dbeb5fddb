import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

/// What the console keeps, and what it lets go of, when something else happens.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RememberingTests {
    private func onDeviceCode() -> Console {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        return console
    }

    @Test func `a sign-in that was cancelled elsewhere closes its dialog without an error`() {
        var console = onDeviceCode()
        console.send(.signInEnded(.failure(.cancelled)))
        #expect(console.dialog == nil)
        #expect(console.model.shell.notice == nil)
    }

    @Test func `that the provider asked for longer pauses is not forgotten with the next poll`() throws {
        var console = onDeviceCode()
        for (sequence, slowDown) in [(8, true), (9, false)] {
            console.send(
                .event(
                    Samples.event(
                        sequence, .devicePollPending(nextPollAfter: .seconds(10), slowDown: slowDown),
                        at: Double(sequence))))
        }
        try expectWords(console.dialogWords)
    }

    @Test func `of a device code the link that needs no typing is copied, where there is one`() {
        var console = onDeviceCode()
        console.press(.character("y"))
        guard
            case .tool(.copy("http://127.0.0.1:41873/device?user_code=WDJB-MJHT", name: "the link"))? = console.effects
                .first
        else {
            Issue.record("\(console.effects) was copied")
            return
        }
    }

    @Test func `a sign-in that succeeds takes away the card of the session before`() {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        console.press(.character("l"), .character("d"))
        console.send(.signInEnded(.success(())))
        #expect(console.model.shell.card == nil)
        #expect(console.dialog == nil)
    }

    @Test func `esc while a filter is typed takes it back`() {
        var console = Console.signedIn()
        console.visit(.events)
        let all = console.model.screens.session.events.lines.list.rows.count
        console.press(.character("/"))
        console.type("signed")
        #expect(console.model.screens.session.events.lines.list.rows.count < all)
        console.press(.escape)
        #expect(console.model.screens.session.events.lines.filter.isEmpty)
        #expect(console.model.screens.session.events.lines.list.rows.count == all)
    }

    @Test func `a request that is sent takes the error before away`() {
        var console = Console.signedIn()
        console.send(.refreshEnded(.failure(.noSession)))
        #expect(console.model.shell.notice != nil)
        console.press(.enter)
        #expect(console.model.shell.notice == nil)
    }

    @Test func `an edited request that can't be read is refused with the reason`() throws {
        var console = Console.signedIn()
        console.send(.edited(.success("GET /orders\nno header\n\n")))
        try expectWords(console.noticeWords)
        #expect(console.model.screens.session.request.draft.target == "/orders?limit=3")
        console.send(.edited(.success("PUT /orders/7\n\n{}\n")))
        #expect(console.model.screens.session.request.draft.method == "PUT")
    }

    @Test func `an edited request that was refused opens again as it was left`() throws {
        var console = Console.signedIn()
        console.send(.edited(.success("# a note\nPOST /orders\nno header\n\n{\"a\":1}\n")))
        #expect(console.model.screens.session.request.draft.method == "GET")
        #expect(console.model.shell.notice?.tone == .bad)
        console.press(.character("e"))
        let text = try #require(console.edited)
        #expect(text.contains("no header") && text.contains("{\"a\":1}"))
        console.send(.edited(.success("# a note\nPOST /orders\nX-A: 1\n\n{\"a\":1}\n")))
        #expect(console.model.screens.session.request.draft.headers.map(\.name) == ["X-A"])
        console.press(.character("e"))
        guard case .tool(.edit(let next))? = console.effects.first else { return }
        try expectWords(next.trimmed)
    }

    @Test func `an editor that is left without a change is told, and one that fails after saving loses nothing`() throws
    {
        var console = Console.signedIn()
        let edit = { (console: inout Console) -> String in
            console.press(.character("e"))
            guard case .tool(.edit(let text))? = console.effects.first else { return "no editor" }
            return text
        }
        let text = edit(&console)
        console.send(.edited(.success(text)))
        try expectWords(console.noticeWords, "unchanged")
        let changed = text.replacing("GET /orders", with: "PUT /orders")
        console.send(.editFailed(changed, ToolFailure("vim ended with status 1")))
        try expectWords(console.noticeWords, "the editor failed")
        #expect(console.model.screens.session.request.draft.method == "GET")
        #expect(edit(&console) == changed)
        console.send(.edited(.success(changed)))
        #expect(console.model.screens.session.request.draft.method == "PUT")
    }

    @Test func `a jump to a cause that the filter hides lifts the filter`() {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        console.press(.escape)
        console.visit(.events)
        console.press(.character("/"))
        console.type("forced out")
        console.press(.enter)
        #expect(console.model.screens.session.events.lines.selected?.sequence == 14)
        console.press(.character("c"))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 13)
        #expect(console.model.screens.session.events.lines.filter.isEmpty)
    }

    @Test func `a line of equal events never shows one that was forgotten`() {
        var log = EventLog()
        var pane = EventsPane()
        let note = { (sequence: Int, text: String) in
            log.append(Samples.event(sequence, .injected(.sample(text))))
            pane.adopt(log)
        }
        for sequence in 1...600 { note(sequence, "the same") }
        #expect(pane.lines.list.rows.count == 1)
        let isFound = pane.lines.select(sequence: 100, log)
        #expect(isFound)
        for sequence in 601...(EventLog.capacity + 1) { note(sequence, "fault \(sequence)") }
        #expect(log.rows.first?.event.sequence == 501)
        #expect(pane.lines.list.rows.first?.rows.first?.event.sequence == 501)
        #expect(pane.lines.list.rows.first?.shown.event.sequence == 501)
    }
}
