import JOSE
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)))
struct PastedTokenTests {
    /// Two kilobytes.
    private static let token = MadeTokens.jwt([
        "iss": "https://other.example", "exp": 1_900_000_000, "iat": 1_700_000_000,
        "text": .string(String(repeating: "x", count: 1_500)),
    ])

    static let pastes: [(String, String)] = {
        let text = token.reveal()
        let lines = stride(from: 0, to: text.count, by: 76).map { start in
            String(text.dropFirst(start).prefix(76))
        }
        return [
            ("bare", text), ("with a line break", "\(text)\n"), ("with Bearer", "Bearer \(text)"),
            ("with DPoP", "dpop  \(text)"), ("as a field", "Authorization: Bearer \(text)\r\n"),
            ("in quotes", "\"\(text)\","), ("of JSON", "  \"access_token\": \"\(text)\""),
            ("in many lines", lines.joined(separator: "\n")),
            ("in many lines of a terminal", lines.joined(separator: "\r\n  ")),
        ]
    }()

    @Test(arguments: pastes) func `a token is taken out of what is pasted`(name: String, text: String) {
        #expect(PastedToken(text)?.secret == Self.token)
        var console = Console(size: Size(width: 120, height: 36))
        console.press(.character("3"), .character("p"), .paste(text), .enter)
        #expect(console.tokens.list.selected?.fingerprint == Self.token.fingerprint)
        #expect(console.tokens.list.selected?.role == .pasted)
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("no keys are known for its issuer"))
        #expect(console.text.contains(/iat +2023-11-14 22:13:20/))
    }

    @Test func `while it is typed only its length is seen, and nothing is no token`() {
        var console = Console()
        console.press(.character("3"), .character("p"), .paste(Self.token.reveal()))
        #expect(!console.text.contains(MadeTokens.signature))
        #expect(console.text.contains("it is read here, and not sent"))
        console.press(.escape, .character("p"), .character(" "), .enter)
        #expect(console.text.contains("there is no token in it"))
    }

    @Test func `keys of the session's own provider are fetched when they are asked for`() {
        var console = Console.inspecting()
        let own = MadeTokens.access(9)
        console.press(.character("p"), .paste(own.reveal()), .enter)
        #expect(console.text.contains("it names this provider as its issuer; V"))
        console.press(.character("V"))
        guard case .verifyPasted(own) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
        console.send(.tokenVerified(own.fingerprint, .verified(algorithm: "ES256", keyID: "3f2a")))
        #expect(console.text.contains("verified: ES256"))
        console.press(.character("X"))
        #expect(console.tokens.list.pasted.isEmpty)
        #expect(!console.text.contains("Pasted"))
    }

    @Test func `when a pasted token is forgotten its neighbour is selected`() {
        var console = Console.inspecting()
        for number in 1...3 {
            console.press(.character("p"), .paste(MadeTokens.access(number + 10).reveal()), .enter)
        }
        let pasted = console.tokens.list.pasted.map(\.contents.fingerprint)
        let row = console.tokens.list.entries.firstIndex { $0.fingerprint == pasted[1] }
        while console.tokens.list.list.selection != row { console.press(.down) }
        console.press(.character("X"))
        #expect(console.tokens.list.selected?.fingerprint == pasted[2])
        #expect(console.tokens.list.list.selection == row)
        console.press(.character("X"))
        // What follows is not pasted.
        #expect(console.tokens.list.entries.count { $0.role == .pasted } == 1)
        #expect(console.tokens.list.list.selection != 0)
    }

    @Test func `pasted tokens are bounded, and the same one is listed once`() {
        var console = Console.inspecting()
        for number in 1...12 {
            console.press(.character("p"), .paste(MadeTokens.access(number).reveal()), .enter)
            console.press(.character("p"), .paste(MadeTokens.access(number).reveal()), .enter)
        }
        #expect(console.tokens.list.pasted.count == TokenListPane.pastedCapacity)
        #expect(console.tokens.list.entries.count { $0.role == .pasted } == TokenListPane.pastedCapacity)
    }
}
