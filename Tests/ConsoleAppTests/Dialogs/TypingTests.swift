import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TypingTests {
    /// Every letter that is bound to something occurs in it.
    private let token = String(
        (0..<2048).map { Array("qQlLoOrRbBxyYcdefFmnNuvitagG:/?[]0123456789ABCDEF-_.jk")[$0 % 54] })

    @Test func `statement 1: a paste where nothing takes text does nothing`() {
        var console = Console.signedIn()
        for panel in SessionScreen.PaneID.allCases {
            console.visit(panel)
            console.press(.paste(token))
            #expect(console.effects.isEmpty)
            #expect(console.dialog == nil)
        }
        for key in ["x", "l", "y", "o"] as [Character] {
            console.press(.character(key))
            console.press(.paste(token))
            #expect(console.effects.isEmpty)
            console.press(.escape)
        }
    }

    @Test(arguments: ["a", "b", ":"] as [Character])
    func `typing q in a field does not quit`(_ opener: Character) {
        var console = Console.signedIn()
        console.press(.character(opener))
        console.type("qQ")
        #expect(console.effects.isEmpty)
        #expect(console.dialog != nil || console.model.screens.session.prompt != nil)
    }

    @Test func `a password may hold any letter`() {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("qQ?l")
        console.press(.tab)
        console.type("xyz:/q")
        #expect(console.effects.isEmpty)
        console.press(.enter)
        guard case .signIn(.start(.password(let username, let password), _))? = console.effects.first else {
            Issue.record("nothing was submitted")
            return
        }
        #expect(username == "qQ?l")
        #expect(password.reveal() == "xyz:/q")
    }

    @Test func `a password is never drawn`() {
        var console = Console(size: Size(width: 80, height: 24))
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.tab)
        console.type("wonderwall")
        #expect(!console.text.contains("wonderwall"))
        console.press(.enter)
        #expect(!console.text.contains("wonderwall"))
    }

    @Test func `ctrl-c quits even while something is typed`() {
        var console = Console.signedIn()
        console.press(.character("a"), .control("c"))
        #expect(console.effects.contains { if case .terminal(.quit) = $0 { true } else { false } })
    }

    @Test func `until something is typed commands of a kind stand together, and what was used last is first`() throws {
        var console = Console.signedIn()
        console.command("theme light")
        console.press(.character(":"))
        let prompt = try #require(console.dialog as? CommandPrompt)
        #expect(prompt.completions.first?.name == "theme light")
        let usual = ["sign-in", "send", "burst", "refresh", "faults", "sign-out", "copy", "help"]
        #expect(prompt.completions.dropFirst().prefix(usual.count).map(\.name) == usual)
        let verbs = prompt.completions.dropFirst(1 + usual.count).map(\.verb)
        let changes = zip(verbs, verbs.dropFirst()).count { $0 != $1 }
        #expect(changes + 1 == Set(verbs).count && Set(verbs).isSuperset(of: ["go to", "fault", "call", "theme"]))
        #expect(prompt.completions.allSatisfy { $0.verb.isEmpty || $0.shown.hasPrefix("\($0.verb): ") })
    }
}
