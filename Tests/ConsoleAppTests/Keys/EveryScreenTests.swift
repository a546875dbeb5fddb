import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// What one screen knows of the others: their keys, their actions, the request to send, the tokens.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct EveryScreenTests {
    private func console(on screen: ScreenID, size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.show(screen)
        return console
    }

    /// The calls that the last message sent: how many, and what.
    private func sent(_ console: Console) -> [String] {
        console.effects.compactMap { effect in
            if case .call(.send(let calls, let request, _)) = effect {
                "\(calls.count) × \(request.method) \(request.url.path)"
            } else {
                nil
            }
        }
    }

    private func run(_ command: String, in console: inout Console) {
        console.press(.character(":"))
        console.type(command)
        console.press(.enter)
    }

    // MARK: - Calls

    @Test(arguments: [ScreenID.session, .flow, .tokens, .lab])
    func `screen 1: r and b send the panel's request, and the screen stays`(screen: ScreenID) throws {
        var console = console(on: screen)
        console.press(.character("r"))
        #expect(sent(console) == ["1 × GET /orders"])
        console.press(.character("b"))
        try expectWords(console.lastRow, "the prompt")
        console.type("7")
        console.press(.enter)
        #expect(sent(console) == ["7 × GET /orders"])
        #expect(console.model.screens.shown == screen)
        #expect((console.model.shell.notice == nil) == (screen == .session))
        if screen != .session { try expectWords(console.noticeWords, "the notice") }
    }

    @Test func `screen 1: in the lab the hint line offers the call that faults wait for`() throws {
        let console = console(on: .lab)
        #expect(console.model.hints(.unicode).joined().contains { $0.name == "r" && $0.label == "send" })
    }

    @Test func `screen 1: where a screen has requests of its own, those are sent`() throws {
        var console = try Console.requests()
        console.press(.character("b"), .character("3"), .enter)
        #expect(console.sentCalls.count == 3)
        #expect(console.sentCalls.allSatisfy { $0.sender == .requests })
    }

    @Test(arguments: ScreenID.ofSession) func `screen 1: a burst of too many is refused where it was typed`(
        screen: ScreenID
    ) throws {
        var console = console(on: screen)
        run("burst 1001", in: &console)
        #expect(sent(console).isEmpty)
        try expectWords(console.lastRow)
        #expect(console.model.screens.shown == screen)
    }

    // MARK: - Help and the command line

    @Test(arguments: ScreenID.ofSession) func `screen 1: help lists every action of every screen, once`(
        screen: ScreenID
    )
        throws
    {
        var console = console(on: screen, size: Size(width: 80, height: 24))
        console.press(.character("?"))
        let page = try #require(console.dialog as? HelpPage)
        let focused = console.model.screens.current.focusedPane.lowercased()
        for row in Keymap.rows.ofSession {
            let summary = row.binding.summary
            let found = page.shown.compactMap(\.row).filter { line in
                let hasWords = line.text == summary || line.text.hasPrefix(summary + " (")
                let isThere = row.place.map { line.text.contains($0) || $0 == focused } ?? true
                return hasWords && isThere && line.name == row.name && line.keys(.unicode) == row.keys(.unicode)
            }
            #expect(!found.isEmpty, "\(row.name)")
            let isElsewhere = found.allSatisfy { if case .action(_, _, .some) = $0.target { true } else { false } }
            #expect(row.works(on: screen) || isElsewhere, "\(row.name)")
        }
        let targets = page.shown.compactMap(\.row).map(\.target).filter { if case .action = $0 { true } else { false } }
        #expect(Set(targets).count == targets.count)
    }

    @Test func `screen 1: a row of help is run on its screen`() {
        var console = console(on: .lab)
        console.press(.character("?"), .character("/"))
        console.type("filter the events")
        console.press(.enter)
        #expect(console.model.screens.shown == .session)
        #expect(console.focus == .events)
        #expect(console.model.screens.current.prompt?.title == "Filter events:")
    }

    @Test func `screen 1: what can't be done on its screen is said there`() throws {
        var console = console(on: .session)
        console.press(.character("?"), .character("/"))
        console.type("forget the selected")
        console.press(.enter)
        #expect(console.model.screens.shown == .tokens)
        try expectWords(console.noticeWords)
    }

    @Test(arguments: ScreenID.ofSession) func `screen 1: the command line has every action of every screen`(
        screen: ScreenID
    ) throws {
        var console = console(on: screen)
        console.press(.character(":"))
        let prompt = try #require(console.dialog as? CommandPrompt)
        for row in Keymap.rows.ofSession
        where row.binding.group != .movement && row.binding.group != .time && row.binding.group != .scenario
            && row.name != ShellAction.command.rawValue
        {
            let found = prompt.candidates.filter { $0.name == row.name }
            #expect(!found.isEmpty, "\(row.name)")
            #expect(found.contains { row.works(on: screen) ? $0.screen == nil : $0.screen != nil }, "\(row.name)")
        }
    }

    @Test func `screen 1: a command goes to its screen first`() throws {
        var console = console(on: .session)
        run("paste-token", in: &console)
        #expect(console.model.screens.shown == .tokens)
        try expectWords(console.lastRow)
        console.press(.escape)
        console.send(.faults([.networkOff: .times(1)]))
        run("open-trial", in: &console)
        #expect(console.model.screens.shown == .lab && console.fault == .clear(.networkOff))
    }

    @Test func `screen 1: of two screens' actions of one name the chosen one is run`() throws {
        var console = console(on: .lab)
        console.press(.character(":"))
        console.type("filter")
        let prompt = try #require(console.dialog as? CommandPrompt)
        #expect(prompt.completions.prefix(2).map(\.screen) == [.session, .flow])
        console.press(.down, .tab, .enter)
        #expect(console.model.screens.shown == .flow)
    }

    @Test(arguments: [
        ("rfrsh", "refresh"), ("so", "sign-out"), ("sign out", "sign-out"), ("hdr", "add-header"),
        ("vrfsess", "user-info"), ("verifies the session", "user-info"), ("mermaid", "save-mermaid"),
        ("mrm", "save-mermaid"), ("disarm", "disarm-all"), ("netoff", "fault network off"),
    ])
    func `screen 1: letters of the name and the words find an action, the best first`(typed: String, name: String)
        throws
    {
        var console = console(on: .session)
        console.press(.character(":"))
        console.type(typed)
        let prompt = try #require(console.dialog as? CommandPrompt)
        #expect(prompt.completions.first?.name == name, "\(prompt.completions.prefix(5).map(\.name))")
        console.press(.escape, .character("?"), .character("/"))
        console.type(typed)
        let rows = try #require(console.dialog as? HelpPage).shown.compactMap(\.row)
        #expect(rows.first?.name == name.replacing("fault ", with: ""), "\(rows.prefix(5).map(\.name))")
    }

    // MARK: - Tokens

    @Test func `screen 4: a token is found on every screen and in every pane`() throws {
        let wanted = Samples.refresh
        for screen in ScreenID.ofSession {
            for index in screen.type.paneTitles.indices {
                var console = console(on: screen)
                for _ in 0..<index { console.press(.tab) }
                let pane = console.model.screens.current.focusedPane
                console.press(.character("/"))
                console.type("\(wanted)".lowercased())
                console.press(.enter)
                let isShown = console.model.screens.shown == .tokens && console.text.contains("\(wanted)")
                // Of the sign-in that issued it the diagram has no room for the name.
                let isNamed = console.text.contains("\(wanted)")
                let isIssue = pane == "Flow" && console.text.contains("signed in")
                let isListed = (isNamed || isIssue) && console.model.screens.current.focusedPane == pane
                #expect(isShown || isListed, "\(screen) \(pane)\n\(console.text)")
                if ![ScreenID.session, .flow].contains(screen) || pane != "Events" && pane != "Flow" {
                    #expect(console.model.screens.tokens.list.selected?.fingerprint == wanted, "\(screen) \(pane)")
                }
            }
        }
    }

    @Test func `screen 4: what is no token's name, or no longer one, is said`() throws {
        var console = console(on: .lab)
        console.press(.character("/"))
        console.type("hello")
        console.press(.enter)
        try expectWords(console.lastRow, "no name")
        console.press(.control("u"))
        console.type("0000")
        console.press(.enter)
        try expectWords(console.noticeWords, "no longer one")
        #expect(console.model.screens.shown == .lab)
    }
}

extension [KeyRow] {
    /// Without what there is where other programs are watched.
    fileprivate var ofSession: [KeyRow] { filter { $0.screens != [.client] && $0.name != ScreenID.client.rawValue } }
}
