import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

/// `:proxy`: an address where other programs' calls get the session's token.
@Suite(.timeLimit(.minutes(5)))
struct ProxyDialogTests {
    private func console(_ command: String = "proxy", signedIn: Bool = true) -> Console {
        var console = signedIn ? Console.signedIn() : Console()
        console.command(command)
        return console
    }

    private func opened() -> Console {
        var console = console()
        console.deliver(.proxy(.opened(Console.proxyRoutes)))
        return console
    }

    @Test func `it is opened at a free port or at a given one, and its addresses are shown`() throws {
        var console = console()
        #expect(console.proxy == .open(port: nil))
        try expectWords(console.dialogWords, "opening")
        console.deliver(.proxy(.opened(Console.proxyRoutes)))
        try expectWords(console.dialogWords, "open")
        #expect(self.console("proxy 8080").proxy == .open(port: 8080))
    }

    @Test func `an address of this console alone is said to be that`() throws {
        var console = console()
        console.deliver(.proxy(.opened(Console.proxyRoutes, besideAnother: true)))
        try expectWords(console.dialogWords, "beside another program")
    }

    @Test func `y copies the selected address`() {
        var console = opened()
        console.press(.character("y"))
        #expect(console.copied == Console.proxyRoutes[0].address)
        console.press(.down, .character("y"))
        #expect(console.copied == Console.proxyRoutes[1].address)
    }

    @Test func `it goes on when its addresses are hidden, and ends with a key of theirs`() throws {
        var console = opened()
        console.press(.escape)
        #expect(console.effects.isEmpty && console.dialog == nil)
        try expectWords(console.headerWords, "header while it is hidden")
        console.command("proxy")
        #expect(console.effects.isEmpty && console.text.contains(Console.proxyRoutes[0].address))
        console.press(.character("x"))
        #expect(console.proxy == .close)
        console.deliver(.proxy(.closed))
        try expectWords(console.headerWords, "header when it is closed")
        try expectWords(console.noticeWords, "notice when it is closed")
    }

    @Test func `the header counts the programs, not their processes or the session's own calls`() throws {
        var console = opened()
        console.press(.escape)
        for (number, program) in ["git", "git", "curl", nil].enumerated() {
            var facts = Samples.facts(number + 50, status: nil)
            let caller = program.map { Caller(name: $0, process: Int32(number)) }
            facts.label = RequestLabel(number, from: "proxy", for: caller)
            console.happen(.requestStarted(facts))
        }
        #expect(console.model.scene.proxy?.tools.map(\.caller.name) == ["git", "curl"])
        try expectWords(console.headerWords, "header")
        console.command("proxy")
        #expect(console.model.scene.proxy?.tools.map(\.calls) == [2, 1])
        try expectWords(console.dialogWords, "dialog")
    }

    @Test func `c cuts off the selected program, and the addresses are others then`() throws {
        var console = opened()
        console.press(.character("c"))
        #expect(console.effects.isEmpty)
        for (number, program) in ["git", "curl"].enumerated() {
            var facts = Samples.facts(number + 50, status: nil)
            facts.label = RequestLabel(number, from: "proxy", for: Caller(name: program, process: Int32(number + 70)))
            console.happen(.requestStarted(facts))
        }
        console.press(.down)
        console.press(.character("c"))
        #expect(console.effects.isEmpty)
        console.press(.down, .character("c"))
        #expect(console.proxy == .cutOff(Caller(name: "git", process: 70)))
        let routes = [ProxyRoute(address: "http://127.0.0.1:7000/0", origin: "https://api.example.com")]
        console.deliver(.proxy(.renewed(routes, without: Caller(name: "git", process: 70))))
        #expect(console.model.scene.proxy?.routes == routes)
        try expectWords(console.dialogWords, "dialog")
        try expectWords(console.noticeWords, "notice")
    }

    @Test func `a port that is taken is said, and nothing stays open`() throws {
        var console = console("proxy 8080")
        console.deliver(.proxy(.failed(ToolFailure("The proxy can't listen: another program listens on port 8080."))))
        #expect(console.dialog == nil && console.model.scene.proxy == nil)
        try expectWords(console.noticeWords)
    }

    @Test func `without a session or an API it is not opened`() throws {
        #expect(console(signedIn: false).effects.isEmpty)
        #expect(console(signedIn: false).model.shell.notice == .notSignedIn)
        var context = Samples.context
        context.api = nil
        var console = Console.signedIn(context)
        console.command("proxy")
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords)
    }

    @Test func `a sign-out leaves it open, and says what programs are answered`() throws {
        var console = opened()
        var status = SessionStatus()
        status.state = .noSession(.signedOut)
        console.send(.status(status))
        #expect(console.model.scene.proxy != nil)
        try expectWords(console.dialogWords)
    }

    @Test func `a refused connection is a notice, in which text from outside is escaped`() throws {
        var console = opened()
        console.press(.escape)
        console.deliver(.proxy(.refused(ToolFailure("Refused \u{1B}[31mred (7): the path must begin with the key."))))
        #expect(!console.text.contains("\u{1B}"))
        try expectWords(console.noticeWords)
    }

    @Test func `its address is in no notice`() {
        let console = opened()
        let key = "5f3c"
        #expect(!console.model.shell.notices.entries.contains { $0.notice.text.contains(key) })
    }
}
