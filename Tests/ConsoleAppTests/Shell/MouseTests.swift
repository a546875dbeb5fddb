import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

/// A click focuses, selects or presses what it hits; the wheel scrolls what is under it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MouseTests {
    /// Where a text stands on the screen.
    private func place(of text: String, in console: Console) throws -> Point {
        for (y, line) in console.picture().lines.enumerated() {
            if let range = line.firstRange(of: text) {
                return Point(x: TextWidth.columns(of: String(line[..<range.lowerBound])), y: y)
            }
        }
        Issue.record("\(text) is not on the screen")
        return Point(x: 0, y: 0)
    }

    private func click(_ text: String, at column: Int = 0, in console: inout Console) throws {
        var place = try place(of: text, in: console)
        place.x += column
        console.press(.mouse(MouseEvent(.press, button: .left, at: place)))
    }

    @Test func `a click focuses the pane and selects the row`() throws {
        var console = Console.signedIn(size: Size(width: 120, height: 44))
        try click("email          alice@example.com", in: &console)
        #expect(console.focus == .userInfo)
        #expect(console.selectedClaim?.name == "email")
        try click("Refresh", in: &console)
        #expect(console.focus == .tokens)
        #expect(console.model.screens.session.tokens.selected == .refresh)
        try click("+ add a header", in: &console)
        #expect(console.focus == .request)
        #expect(console.model.screens.session.request.selected == .newHeader)
        try click("GET /orders → 200", in: &console)
        #expect(console.focus == .events)
        #expect(console.model.screens.session.events.lines.selected?.sequence == 7)
    }

    @Test(arguments: [Glyphs.unicode, .ascii]) func `a click on a hint presses its key`(glyphs: Glyphs) throws {
        var console = Console.signedIn(glyphs: glyphs)
        let line = try #require(console.picture(glyphs).lines.last)
        let range = try #require(line.firstRange(of: "refresh"))
        let x = TextWidth.columns(of: String(line[..<range.lowerBound]))
        console.press(.mouse(MouseEvent(.press, button: .left, at: Point(x: x, y: 35))))
        #expect(console.session == .refresh)
    }

    @Test func `the wheel scrolls what is under it, and the focus stays`() throws {
        var console = Console.signedIn()
        for sequence in 20..<60 {
            console.send(.event(Samples.event(sequence, .injected(.sample("fault \(sequence)")))))
        }
        #expect(console.text.contains("fault 59"))
        let place = try place(of: "fault 59", in: console)
        for _ in 0..<8 { console.press(.mouse(MouseEvent(.scrollUp, at: place))) }
        #expect(!console.text.contains("fault 59"))
        #expect(console.focus == .request)
    }

    @Test func `a click on the words in a pane's title presses their key`() throws {
        var console = Console.signedIn()
        try click("⏎ send", in: &console)
        #expect(console.sentCalls.count == 1)
        try click("Refresh", in: &console)
        #expect(console.focus == .tokens)
        try click("r send", in: &console)
        #expect(console.focus == .request)
        #expect(console.sentCalls.count == 1)
    }

    @Test func `a click on a title's words while a field is open types nothing`() throws {
        var console = Console.signedIn()
        console.press(.character("a"))
        let before = console.model.screens.session.request.editor?.field
        try click("⏎ send", in: &console)
        #expect(console.model.screens.session.request.editor?.field == before)
        #expect(console.sentCalls.isEmpty)
    }

    @Test func `a click on a tab of the response shows it`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        for (words, tab) in [
            ("Timing", ResponseTab.timing), ("Raw", .raw), ("Auth ", .authorization), ("Pretty", .pretty),
        ] {
            try click(words, in: &console)
            #expect(console.model.screens.session.response.text.tab == tab)
            #expect(console.focus == .response)
        }
    }

    @Test(arguments: ["[Pretty]", "1 of 5"]) func `a click on a narrow title's tab shows the next one`(words: String)
        throws
    {
        var console = Console.signedIn(size: Size(width: 44, height: 14))
        console.exchange(Samples.answer(Samples.orders))
        try click(words, in: &console)
        #expect(console.model.screens.session.response.text.tab == .raw)
        #expect(console.focus == .response)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a click on a word of the title shows the history or the files`(size: Size) throws {
        var console = try Console.requests(size: size)
        try click("[Files] History", at: 9, in: &console)
        #expect(console.requests.list.tab == .history)
        #expect(console.requestEffects.contains { if case .readHistory = $0 { true } else { false } })
        try click("Files [History]", in: &console)
        #expect(console.requests.list.tab == .files)
        try click("[Files]", at: 2, in: &console)
        #expect(console.requests.list.tab == .files)
    }

    @Test func `the first notch of the wheel scrolls`() throws {
        var console = Console.signedIn()
        let rows = (1...60).map { "\"row \($0)\"" }.joined(separator: ",")
        console.exchange(Samples.answer("[\(rows)]"))
        let inside = try place(of: "\"row 5\"", in: console)
        console.press(.mouse(MouseEvent(.scrollDown, at: inside)))
        #expect(!console.text.contains("\"row 1\""))
        #expect(try place(of: "\"row 8\"", in: console) == inside)
        console.press(.mouse(MouseEvent(.scrollUp, at: inside)))
        #expect(try place(of: "\"row 5\"", in: console) == inside)
    }

    @Test func `a click in a menu chooses, and what lies behind it answers to nothing`() throws {
        var console = Console.signedIn()
        console.press(.character("x"))
        try click("network off", in: &console)
        #expect(console.fault == .inject(.networkOff, .untilDisarmed))
        console.press(.character("l"))
        let focus = console.focus
        console.press(.mouse(MouseEvent(.press, button: .left, at: Point(x: 3, y: 5))))
        #expect(console.focus == focus)
        #expect(console.dialog is SignInDialog)
        try click("Device code", in: &console)
        #expect(console.startedSignIn == .device)
    }

    @Test func `statement 33: the mouse and the theme are switched by commands`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("mouse")
        console.press(.enter)
        #expect(console.terminal == .setMouse(isOn: true))
        console.press(.character(":"))
        console.type("theme light")
        console.press(.enter)
        #expect(console.terminal == .setTheme(.named(.light)))
    }
}
