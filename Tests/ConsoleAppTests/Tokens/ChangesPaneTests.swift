import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChangesPaneTests {
    @Test func `a scope that changed wraps, and nothing of it is lost`() throws {
        var console = Console.inspecting(size: Size(width: 80, height: 24))
        let scopes = (1...9).map { "https://api.example/scope.\($0)" }
        let token = MadeTokens.jwt([
            "iss": "http://127.0.0.1:41873", "scope": .string((["openid"] + scopes).joined(separator: " ")),
            "exp": 1_900_000_000,
        ])
        console.issue(token) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        console.visit(.changes)
        console.press(.character("f"))
        for scope in scopes { #expect(console.text.contains(scope), "\(console.text)") }
        try expectWords(console.paneWords())
    }
}
