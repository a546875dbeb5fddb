import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// git's dialogue with the program, by git itself where the installed one knows it.
@Suite(.serialized, .timeLimit(.minutes(1)), .limitedParallelism)
struct GitCredentialTests {
    private static func question(_ console: Console, _ more: String...) throws -> String {
        let url = try #require(URL(string: console.provider.announcement.api))
        return (["protocol=http", "host=127.0.0.1:\(url.port ?? 80)"] + more + ["", ""]).joined(separator: "\n")
    }

    @Test func `git itself gets the token for the API, and nothing for another host`() async throws {
        let console = try await Console()
        try await console.signIn()
        let lines = try await console.run("setup", "git").lines
        // The APIs may be known by options alone.
        #expect(lines.count == 1 && lines[0].contains(" --api \(console.provider.announcement.api)"))
        let helper = "!" + ProgramUnderTest.commandLine(["credential", "git"])
        func fill(_ input: String) async throws -> Subprocess.Result {
            var environment = console.program.environment
            environment["GIT_TERMINAL_PROMPT"] = "0"
            environment["GIT_ASKPASS"] = "/bin/false"
            return try await blocking { [environment] in
                let git = try Subprocess(
                    "git", ["-c", "credential.helper=", "-c", "credential.helper=\(helper)", "credential", "fill"],
                    environment: environment)
                try git.write(input)
                return try git.finish()
            }
        }
        let filled = try await fill(Self.question(console))
        #expect(filled.status == 0)
        let token = try await console.run("token").text
        #expect(filled.text.contains("password=\(token)"))
        let other = try await fill("protocol=https\nhost=elsewhere.example\n\n")
        #expect(other.status != 0)
        #expect(!other.text.contains("password"))
    }

    @Test func `a newer git gets a Bearer field where the server asks for one`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token").text
        func answer(_ more: String...) async throws -> [String] {
            let question =
                try Self.question(console, "capability[]=authtype").dropLast(1) + more.joined(separator: "\n")
            return try await console.run("credential", "git", "get", input: question + "\n\n").lines
                .map { String($0) }
        }
        let bearer = ["capability[]=authtype", "authtype=Bearer", "credential=\(token.dropLast())", "ephemeral=1"]
        #expect(try await answer("capability[]=state").prefix(4) == bearer[...])
        #expect(try await answer(#"wwwauth[]=Bearer realm="a""#).prefix(4) == bearer[...])
        #expect(
            try await answer(#"wwwauth[]=Basic realm="a""#, "username=alice").prefix(2)
                == ["username=alice", "password=\(token.dropLast())"])
    }

    @Test func `the refused token is refreshed once, and the session stays`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token").text.dropLast()
        let question = try Self.question(console, "password=\(token)")
        for _ in 1...3 { #expect(try await console.run("credential", "git", "erase", input: question).status == 0) }
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
        #expect(try await console.run("token").text.dropLast() != token)
        #expect(try await console.run("credential", "git", "store", input: question).status == 0)
    }

    @Test func `without a session the sign-in is named`() async throws {
        let console = try await Console()
        let result = try await console.run("credential", "git", "get", input: Self.question(console))
        #expect(result.status == 3)
        #expect(result.text.isEmpty && result.errorText.contains("session-console login"))
    }

    @Test func `twenty at one expiry share one refresh`() async throws {
        let console = try await Console()
        try await console.signIn()
        try console.age(by: 3_600)
        let question = try Self.question(console)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...20 {
                group.addTask { try await console.run("credential", "git", "get", input: question).text }
            }
            return try await group.reduce(into: Set<String>()) { answers, text in
                answers.insert(text.split(separator: "\n").filter { $0.hasPrefix("password=") }.joined())
            }
        }
        #expect(answers.count == 1)
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
    }
}
