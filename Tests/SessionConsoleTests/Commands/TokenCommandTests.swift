import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct TokenCommandTests {
    @Test func `a valid token is printed without asking anybody`() async throws {
        let console = try await Console()
        try await console.signIn()
        let before = try await console.provider.statistics()
        let result = try await console.run("token")
        #expect(result.status == 0)
        #expect(result.text == (try console.record()["session"]?["access_token"]?.string ?? "") + "\n")
        #expect(result.errors == [])
        #expect(try await console.provider.statistics() == before)
    }

    @Test func `a token that is valid for too short is refreshed`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "10000s"])
        try await console.signIn()
        try console.age(by: 6000)
        let first = try await console.run("token", "--min-valid", "1000s").text
        #expect(try await console.run("token", "--min-valid", "1000s").text == first)
        #expect(try await console.run("token", "--min-valid", "5000s").text != first)
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
    }

    @Test func `the JSON leaves the token out`() async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await console.run("token", "--json")
        let json = try JSONValue(parsing: result.output)
        #expect(json.object?.names == ["fingerprint", "expires_at", "expires_in", "generation"])
        #expect((1...3600).contains(json["expires_in"]?.int ?? 0))
        #expect(!result.text.contains(try #require(try console.record()["session"]?["access_token"]?.string)))
    }

    @Test func `an exchanged token reaches less, and the session's stays as it is`() async throws {
        let console = try await Console()
        try await console.signIn()
        let own = try await console.run("token").text
        let result = try await console.run("token", "--exchange", "--audience", "https://orders.example")
        #expect(result.status == 0)
        let claims = try await console.run("inspect", "--json", "-", input: result.text)
        #expect(claims.text.contains("https://orders.example"))
        #expect(try await console.run("token").text == own)
        let json = try JSONValue(
            parsing: try await console.run("token", "--exchange", "--scope", "openid", "--json").output)
        #expect(
            json.object?.names == ["fingerprint", "expires_at", "expires_in", "scope", "issued_token_type"])
        #expect(json["scope"] == ["openid"])
    }

    @Test func `an exchange needs something to ask for, and a refusal is the provider's`() async throws {
        let console = try await Console()
        try await console.signIn()
        let empty = try await console.run("token", "--exchange")
        #expect(empty.status == 2)
        #expect(empty.errorText.contains("--audience is missing: --exchange needs it, --resource or --scope"))
        let refused = try await console.run("token", "--exchange", "--scope", "admin")
        #expect(refused.status == 6)
        #expect(refused.errorText.contains("invalid_scope"))
        #expect(try await console.run("status").status == 0)
    }

    @Test func `nobody signed in is status 3, and a profile is needed`() async throws {
        let console = try await Console()
        let result = try await console.run("token")
        #expect(result.status == 3)
        #expect(result.output == [])
        #expect(result.errorText.contains("Sign in with: session-console login"))
        #expect(try await console.run("token", "--profile", "gone").status == 2)
        #expect(try await console.run("token", "--min-valid", "soon").status == 2)
    }

    @Test func `loss 10: a revoked session ends with status 4, for every command until the next sign-in`() async throws
    {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.control("revoke-session", ["username": "alice"])
        try console.age(by: 3600)
        #expect(try await console.run("token").status == 4)
        let again = try await console.run("token")
        #expect(again.status == 4)
        #expect(again.errorText.contains("the refresh was rejected with invalid_grant"))
        let status = try await console.run("status", "--json")
        #expect(status.status == 4)
        let ended = try JSONValue(parsing: Array(status.text.utf8))["ending"]
        #expect(ended?["end"]?["reason"] == "refresh_rejected")
        #expect(ended?["end"]?["refusal"]?["error"] == "invalid_grant")
        #expect(ended?["program"] == "token")
        try await console.signIn()
        #expect(try await console.run("token").status == 0)
    }

    @Test func `truth 6: a token that lives shorter than was asked for is said`() async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await console.run("token", "--min-valid", "2h")
        #expect(result.status == 0)
        #expect(result.errorText.contains("less than --min-valid asks for (2 h): the provider's tokens live for 1 h."))
        #expect(result.lines.count == 1)
        #expect(try await console.run("token", "--min-valid", "1s").errors == [])
    }

    @Test func `provider 5: a watched token is renewed in time, and the watch ends with the session`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "2s"])
        try await console.signIn()
        let program = console.program
        let tokens = try await blocking {
            let watch = try program.start("token", "--watch")
            var tokens: Set<String> = []
            while tokens.count < 3 { tokens.insert(try watch.line { !$0.isEmpty && !tokens.contains($0) }) }
            return (tokens, watch)
        }
        #expect(tokens.0.allSatisfy { $0.split(separator: ".").count == 3 })
        try await console.provider.control("revoke-session", ["username": "alice"])
        let end = try await blocking { try tokens.1.finish() }
        #expect(end.status == 4)
        #expect(end.errorText.contains("The session has ended"))
    }

    @Test func `with --wait a watch waits for a sign-in, also after the session's end`() async throws {
        let console = try await Console()
        let program = console.program
        let watch = try program.start("token", "--watch", "--wait")
        _ = try await blocking { try watch.errorLine { $0.contains("Waiting for: session-console login") } }
        try await console.signIn()
        let first = try await blocking { try watch.line { !$0.isEmpty } }
        #expect(try await console.run("logout").status == 0)
        _ = try await blocking { try watch.errorLine { $0.hasPrefix("Signed out.") } }
        try await console.signIn()
        let second = try await blocking { try watch.line { !$0.isEmpty && $0 != first } }
        #expect(try await console.run("token").text == second + "\n")
        watch.signal(SIGINT)
        #expect(try await blocking { try watch.finish() }.status == 130)
        #expect(try await console.run("token", "--wait").errorText.contains("--watch is missing"))
    }

    @Test func `provider 5: another process's sign-out ends the watch, and JSON has no token`() async throws {
        let console = try await Console()
        try await console.signIn()
        let program = console.program
        let (line, watch) = try await blocking {
            let watch = try program.start("token", "--watch", "--json")
            return (try watch.line { !$0.isEmpty }, watch)
        }
        #expect(
            try JSONValue(parsing: line.utf8).object?.names
                == ["fingerprint", "expires_at", "expires_in", "generation"])
        #expect(try await console.run("logout").status == 0)
        #expect(try await blocking { try watch.finish() }.status == 4)
        #expect(try await console.run("token", "--watch").status == 3)
        #expect(try await console.run("token", "--watch", "--exchange", "--scope", "a").status == 2)
    }

    @Test func `a provider that is away keeps the session and is status 5`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.control("fault", ["endpoint": "token", "kind": "status", "status": 503, "times": 1])
        let result = try await console.run("refresh")
        #expect(result.status == 5)
        #expect(result.errorText.contains("The session is kept"))
        #expect(try await console.run("status").status == 0)
        #expect(try await console.run("refresh").status == 0)
    }
}
