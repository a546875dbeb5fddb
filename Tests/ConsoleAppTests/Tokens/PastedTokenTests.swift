import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
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

    @Test(arguments: pastes) func `a token is taken out of what is pasted`(name: String, text: String) throws {
        #expect(TokenText.tokens(in: text) == [Self.token])
        var console = Console(size: Size(width: 120, height: 36))
        console.press(.character("3"), .character("p"), .paste(text), .enter)
        #expect(console.tokens.list.selected?.fingerprint == Self.token.fingerprint)
        #expect(console.tokens.list.selected?.role == .pasted)
        #expect(console.effects.isEmpty)
        try expectWords(console.paneWords(.claims))
    }

    /// Signatures as long as ES256 makes them.
    static let (first, second) = (signed("first"), signed("second"))

    private static func signed(_ name: String) -> Secret {
        let token = MadeTokens.jwt(["jti": .string(name)]).reveal()
        return Secret(token.replacing(MadeTokens.signature, with: String(repeating: "A", count: 86)))
    }

    static let sentences: [(String, String, [Secret])] = {
        let (text, made) = (first.reveal(), token.reveal())
        let broken = "\(text.prefix(80))\n\(text.dropFirst(80).prefix(80))\n\(text.dropFirst(160))"
        return [
            ("a word after it", "\(made) expired", [token]), ("two words", "the \(made) expired", [token]),
            ("a word on the next line", "\(text)\nexpired", [first]),
            ("a word after many lines", "\(broken)\nexpired", [first]),
            ("another on the next line", "\(text)\n\(second.reveal())", [first, second]),
            ("broken in its signature", "\(text.dropLast(9))\n\(text.suffix(9))", [first]),
        ]
    }()

    @Test(arguments: sentences)
    func `a word beside a token is not a part of it`(name: String, text: String, tokens: [Secret]) {
        #expect(TokenText.tokens(in: text) == tokens)
        var console = Console(size: Size(width: 120, height: 36))
        console.press(.character("3"), .character("p"), .paste(text), .enter)
        #expect(console.tokens.list.pasted.map(\.secret) == tokens)
    }

    @Test func `a token response can be pasted in many lines`() {
        var console = Console()
        let response = "{\n  \"access_token\": \"opaque-one\",\r\n  \"refresh_token\": \"opaque-two\"\n}\n"
        console.press(.character("3"), .character("p"), .paste(response), .enter)
        #expect(console.tokens.list.pasted.map(\.secret) == [Secret("opaque-one"), Secret("opaque-two")])
    }

    @Test func `while it is typed only its length is seen, and nothing is no token`() throws {
        var console = Console()
        console.press(.character("3"), .character("p"), .paste(Self.token.reveal()))
        #expect(!console.text.contains(MadeTokens.signature))
        try expectWords(console.lastRow, "the prompt")
        console.press(.escape, .character("p"), .character(" "), .enter)
        try expectWords(console.lastRow, "nothing is no token")
    }

    @Test func `keys of the session's own provider are fetched when they are asked for`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        let own = MadeTokens.access(9)
        console.press(.character("p"), .paste(own.reveal()), .enter)
        try expectWords(console.paneWords(.claims))
        console.press(.character("V"))
        guard case .verifyPasted(own) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
        let verified = TokenTrust.verified(algorithm: "ES256", keyID: "3f2a")
        console.send(.tokenVerified(own.fingerprint, verified))
        #expect(console.tokens.list.selected?.trust == verified)
        console.press(.character("X"))
        #expect(console.tokens.list.pasted.isEmpty)
        try expectWords(console.paneWords(.list), "removed")
    }

    @Test func `the life of a pasted token has the times that are written in it`() throws {
        var console = Console.inspecting()
        let now = Samples.now.timeIntervalSince1970
        for offset in [90.0, -30] {
            let token = MadeTokens.jwt([
                "iat": .number(JSONNumber(Int(now - 120))), "nbf": .number(JSONNumber(Int(now - 110))),
                "exp": .number(JSONNumber(Int(now + offset))), "sub": "p\(offset)",
            ])
            console.press(.character("p"), .paste(token.reveal()), .enter)
            try expectWords(console.plainText(of: console.tokens.life), offset < 0 ? "expired" : "valid")
        }
    }

    @Test func `when a pasted token is forgotten its neighbour is selected`() {
        var console = Console.inspecting()
        for number in 1...3 {
            console.press(.character("p"), .paste(MadeTokens.access(number + 10).reveal()), .enter)
        }
        let pasted = console.tokens.list.pasted.map(\.contents.fingerprint)
        let row = console.tokens.list.list.rows.firstIndex { $0.fingerprint == pasted[1] }
        while console.tokens.list.list.selection != row { console.press(.down) }
        console.press(.character("X"))
        #expect(console.tokens.list.selected?.fingerprint == pasted[2])
        #expect(console.tokens.list.list.selection == row)
        console.press(.character("X"))
        // What follows is not pasted.
        #expect(console.tokens.list.list.rows.count { $0.role == .pasted } == 1)
        #expect(console.tokens.list.list.selection != 0)
    }

    @Test func `pasted tokens are bounded, and the same one is listed once`() {
        var console = Console.inspecting()
        for number in 1...12 {
            console.press(.character("p"), .paste(MadeTokens.access(number).reveal()), .enter)
            console.press(.character("p"), .paste(MadeTokens.access(number).reveal()), .enter)
        }
        #expect(console.tokens.list.pasted.count == TokenListPane.pastedCapacity)
        #expect(console.tokens.list.list.rows.count { $0.role == .pasted } == TokenListPane.pastedCapacity)
    }

    @Test func `the session's own token that is pasted is the row that is known`() throws {
        var console = Console.inspecting()
        console.press(.down)
        console.press(.character("p"), .paste(MadeTokens.access(3).reveal()), .enter)
        let own = MadeTokens.access(3).fingerprint
        #expect(console.tokens.list.list.rows.count { $0.fingerprint == own } == 1)
        #expect(console.tokens.list.selected?.role == .present(.access))
        try expectWords(console.noticeWords)
    }

    @Test func `an earlier token of the session that is pasted keeps its life`() throws {
        var console = Console.inspecting()
        let earlier = MadeTokens.access(2, expiresIn: 30)
        console.press(.character("p"), .paste(earlier.reveal()), .enter)
        #expect(console.tokens.list.selected?.fingerprint == earlier.fingerprint)
        #expect(console.tokens.list.list.rows.count { $0.fingerprint == earlier.fingerprint } == 1)
        try expectWords(console.noticeWords, "the notice")
        try expectWords(console.plainText(of: console.tokens.life), "the life")
        // Pasted, it has a signature to verify.
        console.press(.character("V"))
        #expect(console.sessionEffects.count == 1)
    }

    @Test func `a token that leaves because another one is pasted is named`() throws {
        var console = Console.inspecting()
        for number in 11...18 {
            console.press(.character("p"), .paste(MadeTokens.access(number).reveal()), .enter)
            #expect(console.model.shell.notice == nil)
        }
        console.press(.character("p"), .paste(MadeTokens.access(19).reveal()), .enter)
        #expect(!console.tokens.list.list.rows.contains { $0.fingerprint == MadeTokens.access(11).fingerprint })
        try expectWords(console.noticeWords)
    }
}
