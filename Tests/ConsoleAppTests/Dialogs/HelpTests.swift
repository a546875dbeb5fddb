import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HelpTests {
    private func help(_ keys: String = "", size: Size = Size(width: 80, height: 24), signedIn: Bool = true) -> Console {
        var console = signedIn ? Console.signedIn(size: size) : Console(size: size)
        console.press(.character("?"))
        console.type(keys)
        return console
    }

    private func page(_ console: Console) -> HelpPage? { console.dialog as? HelpPage }

    @Test(arguments: ScreenID.ofSession) func `the page holds every action of the screen`(screen: ScreenID) {
        var console = Console.signedIn(size: Size(width: 80, height: 24))
        for key in screen.binding.keys.prefix(1) { console.press(key) }
        console.press(.character("?"))
        let rows = page(console)?.shown.compactMap(\.row) ?? []
        for row in Keymap.rows(of: screen) {
            #expect(rows.contains { $0.name == row.name && $0.keys(.unicode) == row.keys(.unicode) }, "\(row.name)")
        }
    }

    @Test func `the keys of the pane that has the focus come first`() throws {
        let lines = try #require(page(help())).shown
        guard case .heading("This pane") = lines[0] else { Issue.record("\(lines[0])"); return }
        let own = lines.dropFirst().prefix { $0.row != nil }.compactMap(\.row)
        let wanted = Keymap.rows(of: .session).filter { $0.place == "request" }.map(\.name)
        #expect(own.map(\.name) == wanted && own.allSatisfy { !$0.isElsewhere })
    }

    @Test func `what has no key is found, too, and enter types it`() {
        for name in ["doctor", "split", "proxy", "sessions", "messages"] {
            let rows = page(help("/\(name)"))?.shown.compactMap(\.row) ?? []
            #expect(rows.contains { $0.target == .command(name) }, "\(name)")
        }
        var console = help("/what the provider does")
        console.press(.enter)
        #expect((console.dialog as? CommandPrompt)?.field.text == "doctor")
        console.press(.enter)
        #expect(console.dialog is CommandPrompt == false)
    }

    @Test func `the signs before a token in Flow are explained`() {
        let rows = page(help())?.shown.compactMap(\.row) ?? []
        for (glyphs, signs) in [(Glyphs.unicode, ["◀A3F1", "≠A3F1"]), (.ascii, ["<A3F1", "!A3F1"])] {
            #expect(signs.allSatisfy { sign in rows.contains { $0.keys(glyphs) == sign } })
        }
    }

    @Test(arguments: [36, 40, 76, 88], [Glyphs.unicode, .ascii]) func `no column runs into the next`(
        width: Int, glyphs: Glyphs
    ) throws {
        let lines = try #require(page(help())).shown
        let columns = HelpColumns(lines, width: width, hasNames: true, glyphs)
        for row in lines.compactMap(\.row) {
            let text = columns.text(of: .row(row), glyphs).text
            let lead = [row.keys(glyphs), width < 60 ? "" : row.name].filter { !$0.isEmpty }
            var rest = text[...]
            for part in lead {
                let range = try #require(rest.firstRange(of: part), "\(row.name)")
                rest = rest[range.upperBound...]
                #expect(rest.hasPrefix("  "), "\(text)")
            }
            #expect(rest.hasSuffix(row.text))
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)])
    func `the selected row's words are on the page in full`(size: Size) {
        var console = help(size: size)
        for _ in 0..<30 {
            let page = page(console)
            let row = page.flatMap { $0.shown[$0.list.selection].row }
            let lines = console.picture().lines.map { $0.trimmingFrame }
            #expect(lines.joined(separator: " ").contains(row?.text ?? "no row"), "\(row?.text ?? "")")
            console.press(.down)
        }
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 44, height: 14)])
    func `a slash filters the rows, and esc shows all again`(size: Size) throws {
        var console = help("/", size: size)
        console.type("refresh zzz")
        #expect(page(console)?.shown.isEmpty == true)
        try expectWords(console.dialogWords, "\(size.width) columns, nothing found")
        for _ in 0..<4 { console.press(.backspace) }
        let rows = page(console)?.shown.compactMap(\.row) ?? []
        #expect(!rows.isEmpty && rows.allSatisfy { "\($0.name) \($0.text)".contains("refresh") })
        try expectWords(console.dialogWords, "\(size.width) columns, refresh")
        console.press(.escape)
        #expect(page(console)?.shown.count ?? 0 > 40)
        console.press(.escape)
        #expect(console.dialog == nil)
    }

    @Test func `a key finds its rows and no others, a word all that hold it`() {
        let rows = { (keys: String) in page(help(keys))?.shown.compactMap(\.row) ?? [] }
        #expect(rows("/R").map(\.name) == ["refresh"])
        #expect(rows("/x").map(\.name) == ["faults"] + LabFault.ofSessions.map(\.rawValue))
        #expect(rows("/ctrl-z").map(\.name) == ["suspend"])
        #expect(rows("/search pane").map(\.name) == ["search", "search", "search"])
    }

    @Test func `enter runs the selected row and closes the page`() {
        var console = help("/access token now")
        console.press(.enter)
        #expect(console.dialog == nil)
        #expect(console.session == .refresh)
    }

    @Test func `a row of another pane runs there, also where panes share its name`() {
        var console = help("/filter the events")
        console.press(.enter)
        #expect(console.focus == .events)
        #expect(console.model.screens.session.prompt?.title == "Filter events:")
        for (pane, focus) in [("user info", SessionScreen.PaneID.userInfo), ("response", .response)] {
            console = Console.signedIn(size: Size(width: 80, height: 24))
            console.exchange(Samples.answer("{}"))
            console.press(.character("?"))
            console.type("/search (\(pane))")
            console.press(.enter)
            #expect(console.focus == focus)
        }
    }

    @Test func `what a menu does is run from its row`() {
        var console = help("/network off")
        console.press(.down, .enter)
        #expect(console.fault == .inject(.networkOff, .untilDisarmed))
        #expect(console.dialog == nil)
    }

    @Test(arguments: [
        "access token now", "unfold", "page-down", "remove-header", "expire access", "hex digits",
        "the body of the response",
    ])
    func `what can't be run now stays on the page and says why`(filter: String) throws {
        var console = help("/\(filter)", signedIn: false)
        console.press(.enter)
        #expect(console.effects.isEmpty)
        #expect(page(console) != nil)
        try expectWords(console.lastRow, filter)
    }

    @Test func `the arrows choose rows, not headings`() {
        var console = help()
        #expect(page(console)?.list.visible.lowerBound == 0)
        for _ in 0..<60 {
            let page = page(console)
            #expect(page.map { $0.shown[$0.list.selection].row != nil } == true)
            console.press(.down)
        }
        console.press(.character("g"))
        #expect(page(console)?.list.selection == 1)
        #expect(page(console)?.list.visible.lowerBound == 0)
        // The heading above it.
        #expect(page(console)?.shown.first?.row == nil)
    }
}

extension String {
    /// A line of the page without its frame.
    fileprivate var trimmingFrame: String {
        let isFrame = { (character: Character) in "║█ ".contains(character) }
        return String(drop(while: isFrame).reversed().drop(while: isFrame).reversed())
    }
}
