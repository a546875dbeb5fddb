import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// git's dialogue with the program, by git itself where the installed one knows it.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
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
        #expect(lines.count == 2 && lines[1].contains(" --api \(console.provider.announcement.api)"))
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

    @Test(arguments: [
        "protocol=http\nhost=API#.evil.example", "protocol=http\nhost=API/.evil.example",
        "protocol=http\nhost=API?.evil.example", "protocol=http\nhost=x@API",
        "protocol=http\nhost=%31%32%37.0.0.1:PORT",
        "protocol=http://API/?\nhost=evil.example", "protocol=HTTP\nhost=API", "protocol=https\nhost=API",
        "protocol=http\nhost=API\\x", "protocol=http\nhost=API\tx", "protocol=http\nhost= API",
        "protocol=ssh\nhost=API",
        "protocol=http\nhost=", "host=API",
    ])
    func `a question that names another host in any disguise gets nothing`(question: String) async throws {
        let console = try await Console()
        try await console.signIn()
        let api = try #require(URL(string: console.provider.announcement.api))
        let text = question.replacing("API", with: "127.0.0.1:\(api.port ?? 80)")
            .replacing("PORT", with: "\(api.port ?? 80)")
        let answer = try await console.run("credential", "git", "get", input: text + "\n\n")
        #expect(answer.status == 0 && answer.text.isEmpty)
    }

    @Test func `a token that is kept to a path is given for what lies within it alone`() async throws {
        let console = try await Console()
        try await console.signIn()
        let team = console.provider.announcement.api + "/git/team"
        try console.writeProfile(["api": .string(team), "within_path": true])
        for (path, isGiven) in [
            ("git/team", true), ("git/team/a.git", true), ("git/team2", false), ("echo", false),
            ("git/team/../x", false), ("git/team/..;/x", false), ("git/team/%2e%2e/x", false), ("/git/team/a", false),
        ] {
            let answer = try await console.run(
                "credential", "git", "get", input: Self.question(console, "path=\(path)"))
            #expect(answer.text.contains("password=") == isGiven && answer.errorText.isEmpty == isGiven, "\(path)")
        }
        let bare = try await console.run("credential", "git", "get", input: Self.question(console))
        #expect(bare.text.isEmpty && bare.errorText.contains("session-console setup git"))
        #expect(try await console.run("setup", "git").lines.contains { $0.contains("useHttpPath") })
    }

    @Test func `the printed lines hold beside a helper for all hosts, and after they were pasted twice`() async throws {
        let console = try await Console()
        try await console.signIn()
        let lines = try await console.run("setup", "git").lines.joined(separator: "\n")
        let program = ProgramUnderTest.commandLine([])
        let script = """
            session-console() { \(program) "$@"; }
            git config --global credential.helper store
            \(lines)
            \(lines)
            git config --global --get-all credential.\(console.provider.announcement.api).helper
            """
        var environment = console.program.environment
        environment["HOME"] = console.program.home
        let result = try await blocking { [environment] in
            try Subprocess("/bin/bash", ["-c", script], environment: environment).finish()
        }
        let helpers = result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(result.errorText.isEmpty && helpers.count == 2 && helpers.first == "", "\(result.text)")
    }

    @Test func `once a session has ended git is told to stop`() async throws {
        let console = try await Console()
        try await console.signIn()
        _ = try await console.run("logout")
        let answer = try await console.run("credential", "git", "get", input: Self.question(console))
        #expect(answer.text == "quit=1\n" && answer.status == 3 && answer.errorText.contains("session-console login"))
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

    @Test func `of an attribute that is given twice, the last one counts, as for git`() async throws {
        let console = try await Console()
        try await console.signIn()
        let own = try Self.question(console)
        let last = try await console.run("credential", "git", "get", input: "host=elsewhere.example\n" + own)
        #expect(last.text.contains("password="), "\(last.errorText)")
        let first = own.replacing("\n\n", with: "\nhost=elsewhere.example\n\n")
        #expect(try await console.run("credential", "git", "get", input: first).text.isEmpty)
    }
}
