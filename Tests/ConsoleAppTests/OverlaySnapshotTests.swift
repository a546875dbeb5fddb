import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Questions, menus and fields, drawn over 80 by 24 with the roles of their cells.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OverlaySnapshotTests {
    private func console() -> Console {
        var console = Console.signedIn(size: Size(width: 80, height: 24))
        console.exchange(Samples.answer(Samples.orders))
        return console
    }

    private func expect(_ name: String, _ console: Console) throws {
        try expectSnapshot("overlay-\(name)-80x24", console.picture(), styles: true)
    }

    @Test func `a question before something that can't be undone`() throws {
        var console = console()
        console.press(.character("o"))
        try expect("question", console)
    }

    @Test func `a step of a sign-in from a URL that failed`() throws {
        var console = Console.onURL(size: Size(width: 80, height: 24))
        console.end(Chain.resource)
        console.end(Chain.failure)
        try expect("chain", console)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the sessions of all profiles`(size: Size) throws {
        var console = Console.onSessions(size: size)
        console.send(.sessionsRead(Glances.all))
        try expectSnapshot("overlay-sessions-\(size.width)x\(size.height)", console.picture(), styles: true)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the addresses of the proxy`(size: Size) throws {
        var console = Console.signedIn(size: size)
        console.command("proxy")
        console.deliver(.proxy(.opened(Console.proxyRoutes)))
        try expectSnapshot("overlay-proxy-\(size.width)x\(size.height)", console.picture(), styles: true)
    }

    @Test func `the copy menu`() throws {
        var console = console()
        console.press(.character("y"))
        try expect("copy", console)
    }

    @Test func `the command line with its completions`() throws {
        var console = console()
        console.press(.character(":"))
        console.type("s")
        console.press(.down)
        try expect("command", console)
    }

    @Test func `the burst prompt`() throws {
        var console = console()
        console.press(.character("b"))
        try expect("burst", console)
    }

    @Test func `a filter that is being typed`() throws {
        var console = console()
        console.press(.backTab, .backTab, .backTab)
        #expect(console.focus == .events)
        console.press(.character("/"))
        console.type("signed")
        try expect("filter", console)
    }

    @Test func `a field edited in place`() throws {
        var console = console()
        console.press(.character("a"), .control("u"))
        console.type("/me?fields=name")
        try expect("field", console)
    }

    @Test func `an error with what to do next`() throws {
        var console = console()
        let failure = TransportError.couldNotConnect(host: "127.0.0.1:41873", reason: "connection refused")
        console.send(.refreshEnded(.failure(.transport(failure, during: .token))))
        try expect("error", console)
    }

    @Test func `a revealed token`() throws {
        var console = console()
        let token = String(repeating: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjNmMmEifQ.", count: 6)
        console.send(.tokenRevealed(.access, Secret(token)))
        try expect("revealed", console)
    }

    @Test func `a burst and what it came to`() throws {
        var console = console()
        console.press(.character("b"), .enter)
        let calls = console.sentCalls
        let starts = console.begin(2...21)
        console.refresh(cause: starts[0])
        for (index, call) in calls.enumerated() {
            console.happen(.requestFinished(Samples.facts(index + 2)), cause: starts[index])
            console.send(.answered(call, .success(Samples.answer(Samples.orders, id: index + 2))))
        }
        try expect("burst-result", console)
    }

    @Test func `the events alone on the screen, with every step`() throws {
        var console = console()
        console.happen(Samples.lossEvents)
        console.press(.escape)
        console.visit(.events)
        console.press(.character("d"), .character("f"), .up, .up)
        try expect("events", console)
    }
}
