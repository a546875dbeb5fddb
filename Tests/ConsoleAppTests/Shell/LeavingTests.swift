import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LeavingTests {
    private func quits(_ console: Console) -> Bool {
        console.effects.contains { if case .terminal(.quit) = $0 { true } else { false } }
    }

    @Test func `q closes what is open, one thing at a time, and quits at the root`() {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        console.press(.character("f"), .character("?"))
        console.press(.character("q"))
        #expect(console.dialog == nil)
        #expect(console.model.shell.card != nil)
        console.press(.character("q"))
        #expect(console.model.shell.card == nil)
        #expect(console.model.screens.session.isZoomed)
        console.press(.character("q"))
        #expect(!console.model.screens.session.isZoomed)
        #expect(!quits(console))
        console.press(.character("q"))
        #expect(quits(console))
    }

    @Test func `loss 1: while the console waits to leave, the keys can do nothing but insist`() throws {
        var console = Console.signedIn()
        console.send(.departureDelayed(.end, work: [.refresh], limit: .seconds(10)))
        try expectWords(console.noticeWords + "\n" + console.lastRow)
        console.press(.character("r"), .escape)
        #expect(console.effects.isEmpty)
        #expect(console.model.shell.departure != nil)
        console.press(.character("q"))
        #expect(quits(console))
    }

    @Test func `loss 2: a console that goes on after a stop takes keys again`() throws {
        var console = Console.signedIn()
        console.send(.departureDelayed(.stop, work: [.refresh], limit: .seconds(10)))
        try expectWords(console.noticeWords + "\n" + console.lastRow)
        console.send(.terminalResumed)
        #expect(console.model.shell.departure == nil && console.model.shell.notice == nil)
        console.press(.character("q"))
        #expect(quits(console))
    }

    @Test func `Q quits from a menu`() {
        var console = Console.signedIn()
        console.press(.character("x"), .character("Q"))
        #expect(quits(console))
    }

    @Test func `esc puts away a popup, then an error, then a running call, then the filter, then does nothing`() throws
    {
        var console = Console.signedIn()
        console.visit(.events)
        console.press(.character("/"))
        console.type("refresh")
        console.press(.enter)
        console.press(.character("r"))
        let call = try #require(console.sentCalls.first)
        console.send(.userInfoEnded(.failure(.noSession)))
        console.press(.character("?"))

        console.press(.escape)
        #expect(console.dialog == nil)
        #expect(console.model.shell.notice != nil)
        console.press(.escape)
        #expect(console.model.shell.notice == nil)
        console.press(.escape)
        guard case .call(.cancel(let calls))? = console.effects.first else {
            Issue.record("the running call was not cancelled")
            return
        }
        #expect(calls == [call])
        console.send(.answered(call, .failure(.cancelled)))
        #expect(console.model.screens.session.events.lines.filter == "refresh")
        console.press(.escape)
        #expect(console.model.screens.session.events.lines.filter.isEmpty)
        console.press(.escape)
        #expect(console.effects.isEmpty)
    }

    @Test func `an error stays until it is dismissed`() throws {
        var console = Console.signedIn()
        console.send(.refreshEnded(.failure(.server(status: 503, during: .token, retryAfter: .seconds(4)))))
        console.press(.tab, .down, .character("u"))
        try expectWords(console.noticeWords)
        console.press(.escape)
        #expect(console.model.shell.notice == nil)
    }

    @Test(arguments: [("y", false), ("f", true)] as [(Character, Bool)])
    func `signing out asks, and anything but y is a no`(_ answer: Character, isForced: Bool) {
        var console = Console.signedIn()
        console.press(.character("o"), .enter)
        #expect(console.effects.isEmpty)
        #expect(console.dialog == nil)
        console.press(.character("o"), .character(answer))
        #expect(console.session == .signOut(force: isForced, inBrowser: false))
    }

    @Test func `a notice that comes and goes moves nothing`() throws {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        let before = console.frames.map(\.frame)
        console.send(.copied("the URL", .sentToTerminal))
        try expectWords(console.noticeWords)
        #expect(console.frames.map(\.frame) == before)
    }

    @Test func `what needs a session says so without one, with the key that signs in`() throws {
        for key in ["R", "i", "o"] as [Character] {
            var console = Console()
            console.press(.character(key))
            #expect(console.effects.isEmpty)
            #expect(console.dialog == nil)
            #expect(console.model.shell.notice == .notSignedIn)
            try expectWords(console.noticeWords)
        }
    }
}
