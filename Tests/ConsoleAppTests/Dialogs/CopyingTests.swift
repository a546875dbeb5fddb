import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CopyingTests {
    /// What the console was asked to copy last, and under which name.
    private func copied(_ console: Console) -> [String] {
        console.effects.flatMap { effect -> [String] in
            if case .tool(.copy(let text, let name)) = effect { [text, name] } else { [] }
        }
    }

    private func console(in panel: SessionScreen.PaneID) -> Console {
        var console = Console.signedIn()
        console.exchange(Samples.answer(#"{"b":1,"a":2}"#))
        console.visit(panel)
        return console
    }

    @Test(arguments: [
        (Key.character("y"), Samples.access), (.character("j"), Samples.access),
        (.down, Samples.refresh), (.end, Samples.identity),
    ])
    func `of a selected token its fingerprint is copied, never the token`(key: Key, fingerprint: Fingerprint) {
        var console = console(in: .tokens)
        if key == .character("j") { console.press(.down, .up) } else if key != .character("y") { console.press(key) }
        console.press(.character("y"), .character("y"))
        #expect(copied(console) == ["\(fingerprint)", "the fingerprint"])
        #expect(console.dialog == nil)
    }

    @Test func `the value of the selected claim is copied`() {
        var console = console(in: .userInfo)
        console.press(.down, .character("y"), .character("y"))
        #expect(copied(console) == ["Alice Example", "the claim name"])
    }

    @Test func `of a request the URL is copied, as it would be sent`() {
        var console = console(in: .request)
        console.press(.character("y"), .character("y"))
        #expect(copied(console) == ["http://127.0.0.1:41874/orders?limit=3", "the URL"])
    }

    @Test func `of a response the selected line is copied, or its body as it came`() {
        var console = console(in: .response)
        console.press(.character("y"), .character("y"))
        #expect(copied(console) == [#"{ "b": 1, "a": 2 }"#, "the line"])
        console.press(.character("y"), .character("r"))
        #expect(copied(console) == [#"{"b":1,"a":2}"#, "the response"])
    }

    @Test func `of the events the selected line is copied as plain text`() throws {
        var console = console(in: .events)
        console.press(.character("G"), .character("y"), .character("y"))
        let texts = copied(console)
        #expect(texts.last == "the event")
        try expectWords(texts.first ?? "")
    }

    @Test func `the curl command can be copied from any pane`() {
        var context = Samples.context
        context.tokenCommand = "session-console token --profile h"
        for panel in SessionScreen.PaneID.allCases {
            var console = Console(context)
            console.visit(panel)
            console.press(.character("y"), .character("c"))
            #expect(copied(console).last == "the curl command")
            #expect(
                copied(console).first?.hasPrefix(
                    "curl -H \"Authorization: Bearer $(session-console token --profile h)\"") == true)
        }
    }

    @Test func `the access token is copied after a yes, and after nothing else`() {
        for (key, isCopied) in [(Key.character("y"), true), (.character("Y"), true), (.character("n"), false)] {
            var console = console(in: .tokens)
            console.press(.character("y"), .character("t"))
            #expect(console.effects.isEmpty)
            guard console.dialog as? Question == .copyAccessToken else {
                Issue.record("nothing was asked")
                return
            }
            console.press(key)
            #expect((console.session == .copyAccessToken) == isCopied)
        }
    }

    @Test func `where there is nothing to copy it says so`() throws {
        var console = Console()
        console.press(.character("y"), .character("r"))
        #expect(console.effects.isEmpty)
        #expect(console.model.shell.notice == .noResponse)
        console.press(.character("y"), .character("t"))
        #expect(console.effects.isEmpty)
        #expect(console.model.shell.notice == .notSignedIn)
        console.visit(.tokens)
        console.press(.character("y"), .character("y"))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords)
    }

    @Test func `any other key closes the menu and copies nothing`() {
        var console = console(in: .request)
        for key in [Key.escape, .character("x"), .enter, .down] {
            console.press(.character("y"), key)
            #expect(copied(console).isEmpty)
            #expect(console.dialog == nil)
        }
    }

    @Test func `statement 21: what became of the copy is told, and the token's text is not in it`() throws {
        var console = Console.signedIn()
        console.send(.copied("the URL", .sentToTerminal))
        try expectWords(console.noticeWords, "sent")
        console.send(.copied("the body", .printed))
        try expectWords(console.noticeWords, "printed")
        console.send(.copied("access token", .refused("it is too long")))
        try expectWords(console.noticeWords, "refused")
    }

    @Test(arguments: [
        (SessionScreen.PaneID.userInfo, "sub: 248289761001\nname: Alice Example\n"), (.tokens, "sign-in 2"),
        (.request, "GET /orders?limit=3\n"), (.response, #"{"b":1,"a":2}"#), (.events, "signed in"),
    ])
    func `the pager gets all that the pane holds`(panel: SessionScreen.PaneID, text: String) throws {
        var console = console(in: panel)
        console.press(.character("v"))
        let shown = try #require(console.viewed)
        #expect(shown.contains(text))
    }
}
