import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What is read of a text that contains more than a token.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PastedTextTests {
    private static let token = MadeTokens.jwt([
        "iss": "https://other.example", "aud": "api", "exp": 1_900_000_000, "iat": 1_899_999_000,
    ])
    private static let identity = MadeTokens.jwt(["iss": "https://other.example", "nonce": "n", "exp": 1_900_000_000])

    private func paste(_ text: String) -> Console {
        var console = Console(size: Size(width: 120, height: 36))
        console.press(.character("3"), .character("p"), .paste(text), .enter)
        return console
    }

    private func pasted(_ console: Console) -> [Fingerprint] {
        console.tokens.list.list.rows.filter { $0.role == .pasted }.map(\.fingerprint)
    }

    static let texts: [String] = {
        let text = token.reveal()
        return [
            "Cookie: sid=abc; access=\(text); Path=/", "session=\(text)", "export TOKEN=\(text)", "<\(text)>",
            "authorization:bearer \(text)", "\u{201C}\(text)\u{201D}", "\u{FEFF}\(text)\u{200B}",
            "curl -H 'Authorization: Bearer \(text)' https://api.example.com/orders?limit=3",
            "https://app.example.com/cb#access_token=\(text)&token_type=bearer&state=x",
            "GET /x HTTP/1.1\nHost: api.example.com\nAuthorization: Bearer \(text)\nAccept: */*\n",
            "{\"token\": \"\(text)\"}", "the token was \(text) (expired)",
        ]
    }()

    @Test(arguments: texts) func `a JWT is found in the text around it`(text: String) {
        #expect(pasted(paste(text)) == [Self.token.fingerprint], "\(text)")
    }

    @Test func `the tokens of a token response are all read`() throws {
        let response: JSONObject = [
            "access_token": .string(Self.token.reveal()), "token_type": "Bearer", "expires_in": 60,
            "refresh_token": "opaque-refresh-token", "id_token": .string(Self.identity.reveal()),
        ]
        let console = paste(JSONValue.object(response).serialized())
        let tokens = [Self.token, Secret("opaque-refresh-token"), Self.identity].map(\.fingerprint)
        #expect(pasted(console) == tokens)
        #expect(console.tokens.list.selected?.fingerprint == tokens[0])
        try expectWords(console.noticeWords)
    }

    @Test func `a sentence is not a token`() throws {
        let console = paste("hello world, this is not a token")
        #expect(pasted(console).isEmpty)
        try expectWords(console.lastRow)
    }

    @Test func `that nothing is sent is said where there is little room`() throws {
        var console = Console(size: Size(width: 80, height: 24))
        console.press(.character("3"), .character("p"), .paste(Self.token.reveal()))
        try expectWords(console.lastRow)
    }
}
