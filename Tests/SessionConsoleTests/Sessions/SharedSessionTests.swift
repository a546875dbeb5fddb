import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// Many processes on one session.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct SharedSessionTests {
    @Test func `processes that ask at once cost one refresh for every token, and nobody is logged out`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "1s"])
        try await console.signIn()
        var tokens: Set<String> = [try #require(try console.record()["session"]?["access_token"]?.string) + "\n"]
        let deadline = ContinuousClock.now + patience
        // A second is soon over: the rounds themselves take it.
        while tokens.count < 4, ContinuousClock.now < deadline {
            let results = try await withThrowingTaskGroup(of: Subprocess.Result.self) { group in
                for _ in 0..<8 { group.addTask { try await console.run("token") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0.status == 0 })
            tokens.formUnion(results.map(\.text))
        }
        #expect(tokens.count >= 4)
        let refreshes = try await console.provider.tokenRequests("refresh_token")
        // Whoever refreshes prints what it got: every refresh but none too many has its token.
        #expect(refreshes["ok"]?.int == tokens.count - 1)
        #expect(refreshes["invalid_grant"] == 0)
    }

    @Test func `a burst of processes on one that has expired costs one refresh`() async throws {
        let console = try await Console()
        try await console.signIn()
        try console.age(by: 3600)
        let results = try await withThrowingTaskGroup(of: Subprocess.Result.self) { group in
            for _ in 0..<16 { group.addTask { try await console.run("token") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0.status == 0 })
        #expect(Set(results.map(\.text)).count == 1)
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
    }

    @Test func `what one process ended is over for the next, and told in the events`() async throws {
        let console = try await Console()
        try await console.signIn()
        #expect(try await console.run("logout").status == 0)
        #expect(try await console.run("token").status == 3)
        let events = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(events.contains { $0["kind"] == "signed_out" && $0["program"] == "logout" })
    }

    @Test func `a command that can't store what it would get spends nothing, and says so`() async throws {
        let console = try await Console()
        try await console.signIn()
        // In the place of the temporary file: neither removed as a file nor written.
        try FileManager.default.createDirectory(
            atPath: console.sessionFile + ".tmp", withIntermediateDirectories: false)
        #expect(try await console.run("token").status == 0)
        try console.age(by: 3600)
        for command in ["refresh", "token", "userinfo"] {
            let result = try await console.run(command)
            #expect(result.status == 1)
            #expect(result.errorText.contains("The session can't be stored"))
            #expect(result.errorText.contains("No token was spent"))
        }
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 0)
        let login = try await console.signIn()
        #expect(login.status == 1)
        #expect(login.errorText.contains("could not be stored, and end with this command"))
        try FileManager.default.removeItem(atPath: console.sessionFile + ".tmp")
        #expect(try await console.run("refresh").status == 0)
    }
}
