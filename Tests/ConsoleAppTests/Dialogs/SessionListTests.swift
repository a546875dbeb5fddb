import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

/// `:sessions`: every profile's session, from the stores.
@Suite(.timeLimit(.minutes(5)))
struct SessionListTests {
    private func console() -> Console { Console.onSessions() }

    private func listed() -> Console {
        var console = console()
        console.send(.sessionsRead(Glances.all))
        return console
    }

    private func row(_ profile: String, in console: Console) -> String {
        console.dialogWords.line(with: " \(profile) ")
    }

    @Test func `the stores are read when it opens, and the session of this console is selected`() throws {
        var console = console()
        #expect(console.terminal == .readSessions(again: false))
        try expectWords(console.dialogWords)
        console.send(.sessionsRead(Glances.all))
        let list = try #require(console.dialog as? SessionList)
        let profiles = ["archive", "demo", "demo", "demo", "staging", "stale", "work"]
        #expect(list.list.rows.map(\.glance.profile) == profiles)
        #expect(list.list.rows.map { $0.use?.program } == [nil, nil, "mcp", "console", nil, nil, nil])
        #expect(list.list.selection == 1)
    }

    @Test func `each has its state, its clocks, and who got its tokens`() throws {
        try expectWords(listed().dialogWords)
    }

    @Test func `of more programs than there is room for, those that called last are named`() throws {
        var console = console()
        var glance = Glances.inUse(Glances.signedIn("demo"))
        glance.uses += glance.uses
        console.send(.sessionsRead([glance]))
        try expectWords(console.dialogWords)
    }

    @Test func `its clocks go on, and the stores are read again while it is open`() throws {
        var console = listed()
        console.send(.ticked(Samples.now.addingTimeInterval(1), secondsFromUTC: 0))
        #expect(console.effects.isEmpty)
        try expectWords(row("demo", in: console))
        console.send(.ticked(Samples.now.addingTimeInterval(2), secondsFromUTC: 0))
        #expect(console.terminal == .readSessions(again: true))
        console.press(.escape)
        console.send(.ticked(Samples.now.addingTimeInterval(9), secondsFromUTC: 0))
        #expect(console.terminal == nil)
    }

    @Test func `what is read again replaces what was read, and moves no selection`() throws {
        var console = listed()
        console.press(.down, .down, .down)
        console.send(.sessionsRead([Glances.signedIn("aaa"), Glances.signedIn("archive")]))
        let list = try #require(console.dialog as? SessionList)
        #expect(list.list.rows.filter { $0.use == nil }.map(\.glance.profile).starts(with: ["aaa", "archive", "demo"]))
        #expect(list.list.selected?.glance.profile == "staging")
        try expectWords(row("archive", in: console))
    }

    @Test func `enter opens the session of a profile, and shows the status of one that can't be opened`() throws {
        var console = listed()
        console.press(.down, .down, .down, .enter)
        #expect(console.terminal == .showSession(.show("staging")) && console.dialog == nil)
        console = listed()
        console.press(.down, .down, .down, .down, .enter)
        #expect(console.effects.isEmpty && console.dialog is ExchangeDetails)
        try expectWords(console.dialogWords)
    }

    @Test func `c cuts off the selected program, where that is known to run`() throws {
        var console = listed()
        console.press(.character("c"))
        #expect(console.terminal == nil)
        try expectWords(console.noticeWords, "session")
        console.press(.down, .character("c"))
        #expect(console.terminal == .cutOff(process: 4700, named: "claude", of: "demo"))
        console.send(.cutOff(.success(["claude (4700) and what it starts are cut off.", "It had a token."])))
        try expectWords(console.noticeWords, "cut off")
        console.send(.cutOff(.failure(ToolFailure("The file can't be written.", advice: "Make room."))))
        try expectWords(console.noticeWords, "failure")
        var away = Glances.signedIn("demo")
        away.uses = [SessionUse(program: "mcp", process: 7, namespace: 4, isElsewhere: true, caller: nil)]
        console = self.console()
        console.send(.sessionsRead([away]))
        console.press(.down, .character("c"))
        #expect(console.terminal == nil)
        try expectWords(console.noticeWords, "elsewhere")
    }

    @Test func `a click selects a row`() throws {
        var console = listed()
        let y = try #require(console.picture().lines.firstIndex { $0.contains(" work ") })
        console.send(.keyPressed(.mouse(MouseEvent(.press, button: .left, at: Point(x: 40, y: y)))))
        let list = try #require(console.dialog as? SessionList)
        #expect(list.list.selected?.glance.profile == "work")
    }

    @Test func `a provider by itself has no sessions`() {
        var context = Samples.context
        context.stage = .provider
        var console = Console(context)
        console.press(.character(":"))
        console.type("sessions")
        console.press(.enter, .enter)
        #expect(!(console.dialog is SessionList) && console.terminal == nil)
    }

    @Test func `text from outside is escaped in it`() throws {
        var console = console()
        let hostile = ProfileGlance("evil", of: nil, .failure(ToolFailure("\u{1B}[31mred")))
        console.send(.sessionsRead([hostile]))
        #expect(!console.text.contains("\u{1B}") && console.text.contains("red"))
    }
}
