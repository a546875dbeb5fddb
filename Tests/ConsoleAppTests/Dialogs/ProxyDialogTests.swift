import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

/// `:proxy`: an address where other programs' calls get the session's token.
@Suite(.timeLimit(.minutes(1)))
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

    /// The two rows at the top.
    private func header(_ console: Console) -> String { console.picture().lines.prefix(2).joined() }

    @Test func `it is opened at a free port or at a given one, and its addresses are shown`() {
        var console = console()
        #expect(console.proxy == .open(port: nil) && console.text.contains("Opening"))
        console.deliver(.proxy(.opened(Console.proxyRoutes)))
        for route in Console.proxyRoutes {
            #expect(console.text.contains("\(route.address)  → \(route.origin)"), "\(console.text)")
        }
        #expect(self.console("proxy 8080").proxy == .open(port: 8080))
    }

    @Test func `y copies the selected address`() {
        var console = opened()
        console.press(.character("y"))
        #expect(console.copied == Console.proxyRoutes[0].address)
        console.press(.down, .character("y"))
        #expect(console.copied == Console.proxyRoutes[1].address)
    }

    @Test func `it goes on when its addresses are hidden, and ends with a key of theirs`() {
        var console = opened()
        console.press(.escape)
        #expect(console.effects.isEmpty && console.dialog == nil && header(console).contains("proxy · 0 tools"))
        console.command("proxy")
        #expect(console.effects.isEmpty && console.text.contains(Console.proxyRoutes[0].address))
        console.press(.character("x"))
        #expect(console.proxy == .close)
        console.deliver(.proxy(.closed))
        #expect(!header(console).contains("proxy") && console.text.contains("The proxy is closed"))
    }

    @Test func `the header counts the programs, not their processes or the session's own calls`() {
        var console = opened()
        console.press(.escape)
        for (number, program) in ["git", "git", "curl", nil].enumerated() {
            var facts = Samples.facts(number + 50, status: nil)
            let caller = program.map { Caller(name: $0, process: Int32(number)) }
            facts.label = RequestLabel(number, from: "proxy", for: caller)
            console.happen(.requestStarted(facts))
        }
        #expect(header(console).contains("proxy · 2 tools"), "\(header(console))")
        console.command("proxy")
        #expect(console.text.contains("curl, git: 3 calls"))
    }

    @Test func `a port that is taken is said, and nothing stays open`() {
        var console = console("proxy 8080")
        console.deliver(.proxy(.failed(ToolFailure("The proxy can't listen: another program listens on port 8080."))))
        #expect(console.dialog == nil && console.text.contains("another program listens on port 8080"))
        #expect(!header(console).contains("proxy"))
    }

    @Test func `without a session or an API it is not opened`() {
        #expect(console(signedIn: false).effects.isEmpty)
        #expect(console(signedIn: false).model.shell.notice == .notSignedIn)
        var context = Samples.context
        context.api = nil
        var console = Console.signedIn(context)
        console.command("proxy")
        #expect(console.effects.isEmpty && console.text.contains("--api names the origins"))
    }

    @Test func `a sign-out leaves it open, and says what programs are answered`() {
        var console = opened()
        var status = SessionStatus()
        status.state = .noSession(.signedOut)
        console.send(.statusChanged(status))
        #expect(console.text.contains("Signed out: programs are answered 401."), "\(console.text)")
    }

    @Test func `a refused connection is a notice, in which text from outside is escaped`() {
        var console = opened()
        console.press(.escape)
        console.deliver(.proxy(.refused(ToolFailure("Refused \u{1B}[31mred (7): the path must begin with the key."))))
        #expect(console.text.contains("the path must begin with the key") && !console.text.contains("\u{1B}"))
    }

    @Test func `its address is in no notice and in no recording`() {
        let console = opened()
        let key = "5f3c"
        #expect(!console.model.shell.notices.entries.contains { $0.notice.text.contains(key) })
        #expect(Occurrence(.proxy(.opened(Console.proxyRoutes)), in: console.model.scene) == nil)
    }
}
