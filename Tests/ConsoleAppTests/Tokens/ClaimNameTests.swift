import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Claims with long names and with characters that can't be shown.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClaimNameTests {
    private func paste(_ claims: JSONObject, header: JSONObject = ["alg": "ES256", "kid": "k"], _ size: Size) -> Console
    {
        var console = Console(size: size)
        console.press(.character("3"), .character("p"))
        console.press(.paste(MadeTokens.jwt(header: header, claims).reveal()), .enter, .enter, .character("f"))
        return console
    }

    private static let long = "https://claims.example.com/organisation/roles"

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `a name that is too long for its column has a row of its own`(size: Size) throws {
        let console = paste(["sub": "a", "exp": 1_900_000_000, "aud": "b", .init(Self.long): "reader"], size)
        // What is said of the token has no more indentation than it needs.
        try expectWords(console.paneWords(), "\(size.width) columns")
    }

    @Test func `what is written in place of control characters counts when a line is broken`() throws {
        let type = "J\u{202E}\u{202E}\u{202E}WT"
        let console = paste(
            ["sub": "a", "aud": "b", "exp": 1_900_000_000, "text": .string(String(repeating: "\u{202E}", count: 12))],
            header: ["alg": "ES256", "kid": "k", "typ": .string(type)], Size(width: 80, height: 24))
        try expectWords(console.paneWords())
    }

    @Test func `a string in place of a time or a truth value is in quotes`() throws {
        let console = paste(
            ["sub": "1234567890", "exp": "1900000000", "aud": "b", "is": "true", "no": 5],
            Size(width: 80, height: 24))
        try expectWords(console.paneWords())
    }

    @Test func `an empty scope is none`() throws {
        let console = paste(["sub": "a", "exp": 1_900_000_000, "aud": "b", "scope": ""], Size(width: 80, height: 24))
        try expectWords(console.paneWords())
    }
}
