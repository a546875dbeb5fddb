import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// `status --follow`, with other processes on the same session.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct StatusFollowTests {
    @Test func `other processes' changes are a line each, until the sign-out`() async throws {
        let console = try await Console()
        try await console.signIn()
        let follower = try console.program.start("status", "--follow")
        _ = try await blocking { try follower.line { $0.hasPrefix("refresh ") } }
        #expect(try await console.run("refresh").status == 0)
        // The new refresh token may be stored a moment before the access token is.
        _ = try await blocking {
            try follower.line {
                $0.contains(
                    #/^\d\d:\d\d:\d\d  Another process renewed the tokens: .* is now [0-9A-F]{4}, valid until /#)
            }
        }
        #expect(try await console.run("request", "/orders").status == 0)
        _ = try await blocking { try follower.line { $0.contains(/Verified: the token that request\[\d+\] sent/) } }
        #expect(try await console.run("logout").status == 0)
        let result = try await blocking { try follower.finish() }
        #expect(result.status == 3)
        #expect(
            result.lines.last?.contains(#/  The session has ended: signed out, by process \d+ \(logout\)\.$/#) == true)
        #expect(result.errorText.contains("Sign in with: session-console login"))
        // The status once, as without the option, and then only what has changed.
        #expect(result.lines.first?.hasPrefix("profile ") == true)
        let changes = result.lines.filter { $0.contains(#/^\d\d:\d\d:\d\d  /#) }
        #expect((3...5).contains(changes.count) && changes.allSatisfy { $0.hasSuffix(".") }, "\(result.text)")
        #expect(result.text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    }

    @Test func `with --json each line is the whole status after its change, and a forced logout is status 4`()
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        let follower = try console.program.start("status", "--follow", "--json")
        let line = try await blocking { try follower.line { !$0.isEmpty } }
        let names = try #require(try JSONValue(parsing: line.utf8).object).names
        #expect(names.first == "time")
        #expect(Array(names.dropFirst()) == (try await console.json("status")).object?.names)
        try await console.provider.control("revoke-session", ["username": "alice"])
        #expect(try await console.run("request", "/orders").status == 4)
        let result = try await blocking { try follower.finish() }
        #expect(result.status == 4)
        let lines = try result.lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(lines.first?["change"] == nil && lines.first?["state"] == "authenticated")
        #expect(lines.last?["change"] == "ended" && lines.last?["state"] == "no_session")
        #expect(lines.last?["ending"]?["end"]?["reason"] == "refresh_rejected" && lines.last?["access_token"] == nil)
        #expect(lines.last?["text"]?.string?.hasPrefix("Forced out because the refresh was rejected") == true)
    }

    @Test func `a token that expires is told by the clock alone, and an interruption ends the command`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "2s"])
        try await console.signIn()
        let before = try await console.provider.statistics()
        let follower = try console.program.start("status", "--follow")
        let line = try await blocking { try follower.line { $0.contains(" has expired: ") } }
        #expect(line.hasSuffix("the next call renews it."), "\(line)")
        follower.signal(SIGINT)
        #expect(try await blocking { try follower.finish() }.status == 130)
        #expect(try await console.provider.statistics() == before)
    }

    @Test func `with --wait the next session is followed, too`() async throws {
        let console = try await Console()
        let follower = try console.program.start("status", "--follow", "--wait")
        _ = try await blocking { try follower.errorLine { $0.contains("Waiting for: session-console login") } }
        try await console.signIn()
        _ = try await blocking { try follower.line { $0.contains("  Another process signed in") } }
        #expect(try await console.run("logout").status == 0)
        _ = try await blocking { try follower.errorLine { $0.hasPrefix("Signed out.") } }
        try await console.signIn(username: "bob", password: "builder")
        _ = try await blocking { try follower.line { $0.contains("  Another process signed in as 248289761002") } }
        follower.signal(SIGINT)
        #expect(try await blocking { try follower.finish() }.status == 130)
        #expect(try await console.run("status", "--wait").errorText.contains("--follow is missing"))
        #expect(try await console.run("status", "--all", "--wait").status == 2)
    }

    @Test func `without a session there is nothing to follow`() async throws {
        let console = try await Console()
        let result = try await console.run("status", "--follow")
        #expect(result.status == 3 && result.text.contains("state     signed out"))
        try await console.signIn()
        try await console.provider.control("revoke-session", ["username": "alice"])
        #expect(try await console.run("request", "/orders").status == 4)
        #expect(try await console.run("status", "--follow", "--json").status == 4)
    }
}
