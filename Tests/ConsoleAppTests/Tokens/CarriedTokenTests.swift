import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Tokens that a user typed into a request, and that an exchange carried.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CarriedTokenTests {
    private static let token = MadeTokens.jwt(["iss": "https://other.example", "sub": "typed", "exp": 1_900_000_000])

    /// Sends a request with a typed token, and lets its message be told.
    private func send(_ token: Secret, _ console: inout Console, status: Int = 401) {
        console.press(.character("1"))
        console.send(.edited(.success("GET /orders\nAuthorization: Bearer \(token.reveal())\n")))
        console.press(.character("r"))
        console.happen(
            .exchange(
                Samples.message(
                    .request, "GET", "http://127.0.0.1:41874/orders", request: 7,
                    authorization: "Bearer •••• \(token.fingerprint)", status: status)))
    }

    @Test func `a token that was typed is listed once a message carried it, and t in Flow leads there`() throws {
        var console = Console.inspecting()
        send(Self.token, &console)
        console.press(.character("2"), .character("G"), .character("t"))
        #expect(console.model.screens.shown == .tokens)
        #expect(console.tokens.list.selected?.fingerprint == Self.token.fingerprint)
        try expectWords(console.plainText(of: console.tokens.life))
        #expect(!console.text.contains(MadeTokens.signature))
    }

    @Test func `t in the exchange leads to the token that it carried, and says where there is none`() throws {
        var console = Console.inspecting()
        send(Self.token, &console)
        console.press(.character("2"), .character("G"), .enter)
        #expect(console.dialog is ExchangeDetails)
        try expectWords(console.lastRow)
        console.press(.character("t"))
        #expect(console.dialog == nil)
        #expect(console.model.screens.shown == .tokens)
        #expect(console.tokens.list.selected?.fingerprint == Self.token.fingerprint)
    }

    @Test func `t in the exchange leads to the session's own token, and says which one is not kept`() throws {
        var console = Console.inspecting()
        func open(_ token: Fingerprint) {
            console.happen(
                .exchange(
                    Samples.message(
                        .request, "GET", "http://127.0.0.1:41874/orders", request: 7,
                        authorization: "Bearer •••• \(token)", status: 200)))
            console.press(.character("2"), .character("G"), .enter, .character("t"))
        }
        let gone = Secret("long ago").fingerprint
        open(gone)
        try expectWords(console.noticeWords)
        #expect(console.dialog is ExchangeDetails)
        console.press(.escape)
        open(MadeTokens.access(3).fingerprint)
        #expect(console.tokens.list.selected?.role == .present(.access))
    }

    @Test func `a token that was typed but not carried is not listed`() {
        var console = Console.inspecting()
        console.press(.character("1"))
        console.send(.edited(.success("GET /orders\nAuthorization: Bearer \(Self.token.reveal())\n")))
        console.press(.character("r"), .character("3"))
        #expect(!console.text.contains("\(Self.token.fingerprint)"))
    }

    @Test func `what a person typed as name and password is no token`() {
        var console = Console.inspecting()
        let secret = Secret("YWxpY2U6d29uZGVybGFuZA==")
        console.press(.character("1"))
        console.send(.edited(.success("GET /orders\nAuthorization: Basic \(secret.reveal())\n")))
        console.press(.character("r"))
        console.happen(
            .exchange(
                Samples.message(
                    .request, "GET", "http://127.0.0.1:41874/orders", request: 7,
                    authorization: "Basic •••• \(secret.fingerprint)", status: 200)))
        console.press(.character("3"))
        #expect(!console.text.contains("\(secret.fingerprint)"))
    }

    @Test func `carried tokens are bounded, the oldest leave, and pasted ones stay`() {
        var console = Console.inspecting()
        let pasted = MadeTokens.jwt(["sub": "pasted", "exp": 1_900_000_000])
        console.press(.character("p"), .paste(pasted.reveal()), .enter)
        let tokens = (1...12).map { MadeTokens.jwt(["sub": .string("user \($0)"), "exp": 1_900_000_000]) }
        for token in tokens { send(token, &console, status: 200) }
        console.press(.character("3"))
        let listed = Set(console.tokens.list.list.rows.map(\.fingerprint))
        #expect(listed.contains(pasted.fingerprint))
        let kept = tokens.map { listed.contains($0.fingerprint) }
        #expect(kept == Array(repeating: false, count: 4) + Array(repeating: true, count: 8))
    }

    @Test func `the session's own token that was typed stays one row`() {
        var console = Console.inspecting()
        let own = MadeTokens.access(3)
        send(own, &console, status: 200)
        console.press(.character("2"), .character("G"), .character("t"))
        #expect(console.tokens.list.selected?.role == .present(.access))
        #expect(console.tokens.list.list.rows.count { $0.fingerprint == own.fingerprint } == 1)
    }
}
