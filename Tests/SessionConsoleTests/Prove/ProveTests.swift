import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

@testable import session_console

/// The real program proves the clients that ship with it, each in a terminal, at a provider of its own.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProveTests {
    private func prove(_ arguments: String...) async throws -> (status: Int32, report: JSONValue) {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(arguments: ["prove", "--format", "json"] + arguments)
        return (result.status, try JSONValue(parsing: result.text.utf8))
    }

    /// The requirements of a report, by chapter: `expiry held`.
    private func verdicts(_ report: JSONValue) -> [String] {
        (report["chapters"]?.array ?? []).flatMap { chapter in
            (chapter["requirements"]?.array ?? []).map {
                "\(chapter["chapter"]?.string ?? "") \($0["verdict"]?.string ?? "")"
            }
        }
    }

    @Test func `a right client holds, also when it is killed at a refresh`() async throws {
        let (status, report) = try await prove(
            "--as", "oidc", "--example", "right", "--only", "expiry", "--only", "lost-refresh-answer", "--only",
            "killed-at-refresh", "--only", "id-token-nonce")
        #expect(status == 0)
        #expect(Set(verdicts(report).compactMap { $0.split(separator: " ").last }) == ["held"], "\(report)")
        #expect(report["broken"]?.number?.int == 0)
    }

    @Test func `a client that keeps its first refresh token is broken there, and nowhere else`() async throws {
        let (status, report) = try await prove(
            "--example", "forgetful", "--only", "expiry", "--only", "api-503", "--only", "clock-behind")
        #expect(status == 23)
        let found = verdicts(report)
        #expect(found.contains("expiry broken"), "\(report)")
        #expect(found.filter { !$0.hasPrefix("expiry") }.allSatisfy { $0.hasSuffix(" held") }, "\(report)")
        let rows = report["chapters"]?.array?.first?["requirements"]?.array ?? []
        #expect(rows.contains { $0["reason"]?.string?.contains("spent-refresh-token-sent") == true }, "\(report)")
        #expect(rows.contains { $0["messages"]?.array?.isEmpty == false })
    }

    @Test(arguments: ExampleClient.allCases.filter { $0.weakness != nil })
    func `a wrong client that ships breaks the chapter that it is an example of`(example: ExampleClient) async throws {
        let weakness = try #require(example.weakness)
        let (kind, calm) = example == .trusting ? ("oidc", "expiry") : ("oauth", "clock-behind")
        let (status, report) = try await prove(
            "--as", kind, "--example", example.rawValue, "--only", weakness, "--only", calm)
        #expect(status == 23)
        let found = verdicts(report)
        #expect(found.contains("\(weakness) broken"), "\(report)")
        #expect(found.filter { $0.hasPrefix(calm) }.allSatisfy { $0.hasSuffix(" held") }, "\(report)")
    }

    @Test func `a client that believes any ID token and any issuer is broken`() async throws {
        let (status, report) = try await prove(
            "--as", "oidc", "--example", "trusting", "--only", "id-token-audience", "--only", "other-issuer")
        #expect(status == 23)
        #expect(verdicts(report) == ["id-token-audience broken", "other-issuer undecided"], "\(report)")
    }

    @Test func `a client that ends at a 500 is broken, and what comes after is not reached`() async throws {
        let (status, report) = try await prove("--example", "fragile", "--only", "token-endpoint-500")
        #expect(status == 23)
        #expect(verdicts(report).prefix(2) == ["token-endpoint-500 broken", "token-endpoint-500 not-reached"])
    }

    @Test func `a page that signs nobody in reaches no sign-in`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
        let chapter = """
            client oidc
            require RFC 6749 4.1.2: nobody is signed in
            wait until authorized, at most 1s
            expect no calls

            """
        try program.write(chapter, to: "own.chapter")
        let result = try await program.run(
            "prove", "--as", "oidc", "--format", "json", "--chapter", "\(program.home)/own.chapter", "--ask",
            "http://127.0.0.1:\(server.port)/", "--", "sleep", "60")
        #expect(verdicts(try JSONValue(parsing: result.text.utf8)).map { $0.split(separator: " ").last } == ["broken"])
    }

    @Test(arguments: [
        (["--ask", "127.0.0.1:{port}/", "--", "true"], "http URL of this machine"),
        (["--ask", "http://127.0.0.1:{Port}/", "--", "true"], "http URL of this machine"),
        (["--ask", "https://example.com/", "--", "true"], "http URL of this machine"),
        (["--chapter", "expirry", "--", "true"], "expiry"),
        (["--example", "right", "--", "true"], "true"), (["--as", "device", "--example", "right"], "--as oauth"),
        (["--only", "lost-revocation-answer", "--", "true"], "--sign-out LINE|URL"),
        (["--as", "oidc", "--only", "back-channel-sign-out", "--", "true"], "--ask http"),
        (["--sign-out", "http://127.0.0.1:{prt}/", "--", "true"], "http URL of this machine"),
        (["--show", "--only", "expiry", "--", "true"], "--show needs a terminal"),
    ])
    func `what can't be meant is refused before anything starts`(arguments: [String], words: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(arguments: ["prove"] + arguments)
        #expect(result.status == 2)
        #expect(result.errorText.contains(words), "\(result.errorText)")
    }

    @Test func `a program that sends nothing reaches no chapter`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("prove", "--only", "expiry", "--", "sh", "-c", "exit 7")
        #expect(result.status == 24, "\(result.text)")
        #expect(result.text.contains("the program has ended with status 7"), "\(result.text)")
        let missing = try await program.run("prove", "--only", "expiry", "--", "./no-such-client")
        #expect(missing.status == 127, "\(missing.errorText)")
    }

    @Test func `its environment has the addresses, and nothing of the user's sessions`() async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        program.environment["SESSION_CONSOLE_CLIENT_SECRET"] = "secret-of-the-user"
        program.environment["ACCESS_TOKEN"] = "token-of-the-user"
        program.environment["CLIENT_SECRET"] = "other-secret-of-the-user"
        let script = "env >\"$2/env.txt\"; printf '%s\\n' \"$0\" \"$1\" >\"$2/arguments.txt\""
        _ = try await program.run(
            "prove", "--only", "expiry", "--", "sh", "-c", script, "{issuer}", "{api}/orders", program.home)
        let variables = try program.text("env.txt")
        for name in ["ISSUER=http://127.0.0.1:", "API=http://127.0.0.1:", "CLIENT_ID=", "REDIRECT_URI=", "BROWSER="] {
            #expect(variables.contains("\n\(name)") || variables.hasPrefix(name), "\(name)")
        }
        #expect(!variables.contains("of-the-user"))
        let arguments = try program.text("arguments.txt").split(separator: "\n")
        #expect(arguments.count == 2)
        #expect(arguments.first?.hasPrefix("http://127.0.0.1:") == true)
        #expect(arguments.last?.hasSuffix("/orders") == true)
    }

    @Test func `a chapter of the user's own is played, and one that can't be is refused`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try program.write(
            "# Mine.\nclient\nsign in as alice\nrequire RFC 6749 1.4: calls are answered\nGET /orders\nexpect 200\n",
            to: "mine.scenario")
        let own = "\(program.home)/mine.scenario"
        let result = try await program.run("prove", "--example", "forgetful", "--chapter", own)
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("  held         calls are answered (RFC 6749 §1.4)"), "\(result.text)")
        #expect(result.text.contains("): Mine.\n"), "\(result.text)")
        #expect(result.text.contains("\nforgetful: 1 chapter; 1 held,"), "\(result.text)")
        #expect(result.lines.allSatisfy { $0.count <= 80 })
        let broken = try await program.run("prove", "--example", "fragile", "--only", "token-endpoint-500")
        #expect(broken.text.contains("--only token-endpoint-500 \\\n               --show --example fragile\n"))
        try program.write("profile default\nrefresh\n", to: "profile.scenario")
        let profile = "\(program.home)/profile.scenario"
        let refused = try await program.run("prove", "--example", "right", "--chapter", profile)
        #expect(refused.status == 2)
        #expect(refused.errorText.contains("is not about another program"), "\(refused.errorText)")
        let unknown = try await program.run("prove", "--example", "right", "--only", "expirry")
        #expect(unknown.status == 2)
        #expect(unknown.errorText.contains("expiry"), "\(unknown.errorText)")
        let other = try await program.run("prove", "--example", "right", "--only", "id-token-nonce")
        #expect(other.status == 2)
        #expect(other.errorText.contains("oidc"), "\(other.errorText)")
    }

    @Test func `what did not hold is played again by the file that is left`() async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        program.environment["TMPDIR"] = program.home
        try program.write(
            "# Mine.\nclient access=10m\nsign in as alice\nfault api 503\nGET /orders\n"
                + "require RFC 9110 15.6.4: calls go on\nGET /orders\nexpect 200\n", to: "mine.scenario")
        let own = "\(program.home)/mine.scenario"
        let first = try await program.run(
            "prove", "--format", "json", "--example", "fragile", "--chapter", own, "--only", "opaque")
        #expect(first.status == 23, "\(first.text)")
        let path = try #require(
            first.errorText.split(separator: "\n").last { $0.contains("--replay ") }?.split(separator: " ").last)
        try FileManager.default.removeItem(atPath: own)
        let again = try await program.run("prove", "--format", "json", "--replay", String(path))
        #expect(again.status == 23, "\(again.errorText)")
        let rows = verdicts(try JSONValue(parsing: again.text.utf8))
        #expect(rows.first == "\(own) broken" && rows.allSatisfy { $0.hasPrefix(own) }, "\(rows)")
        #expect(!again.errorText.contains("--replay"), "what is played again is kept already: \(again.errorText)")
        let text = try await program.run("prove", "--replay", String(path))
        #expect(text.text.contains("--replay"), "\(text.text)")
        #expect(!text.text.contains("--chapter"), "\(text.text)")
        let refused = try await program.run("prove", "--replay", String(path), "--as", "oidc")
        #expect(refused.status == 2)
        #expect(refused.errorText.contains("--as has no effect with --replay"), "\(refused.errorText)")
        try program.write("{}", to: "other.json")
        let other = try await program.run("prove", "--replay", "\(program.home)/other.json")
        #expect(other.status == 2)
        #expect(other.errorText.contains("is no proof that 'prove' has left"), "\(other.errorText)")
    }

    @Test(arguments: ["lose the token reply", "restart the client at its refresh"])
    func `an answer that is lost has had its effect`(weather: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        // A refresh token that is spent is refused at once there.
        let own = "\(program.home)/mine.scenario"
        try program.write(
            "# Mine.\nclient access=2s\nsign in as alice\n\(weather)\n"
                + "advise RFC 9700 4.14.2: a spent refresh token is refused\nwait until authorized, at most 12s\n"
                + "wait 1s\nGET /orders\nexpect 1 sign-in, 200\n", to: "mine.scenario")
        let (status, report) = try await prove("--example", "right", "--chapter", own)
        #expect(status == 0)
        #expect(verdicts(report).first == "\(own) held", "\(report)")
    }

    @Test func `a page and a SARIF log say what broke, and in which words`() async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        program.environment["TMPDIR"] = program.home
        let words = ["--only", "expiry", "--", "sh", "-c", "exit 3 # <b>&amp;"]
        let page = try await program.run(arguments: ["prove", "--format", "html"] + words)
        #expect(page.status == 24)
        #expect(page.text.hasPrefix("<!DOCTYPE html>"))
        #expect(page.text.contains("exit 3 # &lt;b&gt;&amp;amp;") && !page.text.contains("<b>"), "\(page.text)")
        #expect(page.text.contains("<td>not reached</td>"), "\(page.text)")
        let log = try await program.run(
            "prove", "--format", "sarif", "--example", "fragile", "--only", "token-endpoint-500", "--only", "opaque")
        #expect(log.status == 23)
        let run = try JSONValue(parsing: log.text.utf8)["runs"]?.array?.first
        #expect(run?["results"]?.array?.first?["ruleId"]?.string == "token-endpoint-500", "\(log.text)")
        #expect(run?["results"]?.array?.allSatisfy { $0["ruleId"]?.string == "token-endpoint-500" } == true)
        #expect(run?["tool"]?["driver"]?["rules"]?.array?.count == 1)
        #expect(run?["invocations"]?.array?.first?["executionSuccessful"]?.bool == false)
    }

    @Test(arguments: ["sarif", "json", "html", "junit", "tap"])
    func `in each format stands what plays again what is broken, and how long it took`(format: String) async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        program.environment["TMPDIR"] = program.home
        let words = ["prove", "--format", format, "--example", "fragile", "--only", "token-endpoint-500"]
        let result = try await program.run(arguments: words)
        #expect(result.status == 23)
        #expect(result.text.contains("--only token-endpoint-500 --show --example fragile"), "\(result.text)")
        #expect(!result.text.contains("not reached: <") && !result.text.contains("not reached: \n"))
        #expect(
            !result.text.contains("testsuites tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"2\" time=\"0.000\""))
    }

    @Test func `the console opens on the chapter that was played`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let script = ProgramUnderTest.commandLine([
            "prove", "--example", "fragile", "--only", "token-endpoint-500", "--show",
        ])
        try await TmuxScreen.run("\(script); echo ended with $?; exec cat", program: program) { screen in
            try await screen.wait(for: "token-endpoint-500:4: sign in as alice")
            let shown = try await screen.wait(for: "RECORDING")
            #expect(shown.contains("WATCHED") && shown.contains("token-endpoint-500"))
            try await screen.wait(for: "✗ POST /token")
            try await screen.press("q")
            try await screen.wait(for: "ended with 23")
        }
    }

    @Test func `a client signs out where it is asked to`() async throws {
        let (status, report) = try await prove(
            "--example", "right", "--sign-out", "sign out", "--only", "lost-revocation-answer")
        #expect(status == 0)
        #expect(verdicts(report) == ["lost-revocation-answer held"], "\(report)")
        let (other, broken) = try await prove(
            "--example", "right", "--sign-out", "GET /orders", "--only", "lost-revocation-answer")
        #expect(other == 23)
        #expect(verdicts(broken).first == "lost-revocation-answer broken", "\(broken)")
    }

    @Test func `a right client steps up, and waits until a date`() async throws {
        let (status, report) = try await prove(
            "--example", "right", "--only", "scope-step-up", "--only", "sign-in-step-up", "--only",
            "token-endpoint-429-date", "--only", "token-endpoint-429-bare", "--only", "lost-code-answer", "--only",
            "refresh-token-end")
        #expect(status == 0)
        #expect(Set(verdicts(report).compactMap { $0.split(separator: " ").last }) == ["held"], "\(report)")
    }

    @Test func `a right client of an MCP server follows it, and repeats its messages in header fields`() async throws {
        let (status, report) = try await prove(
            "--as", "mcp", "--example", "right", "--only", "standard-headers", "--only", "moved-provider", "--only",
            "open-methods", "--only", "restart", "--only", "resource-slash")
        #expect(status == 0)
        #expect(Set(verdicts(report).compactMap { $0.split(separator: " ").last }) == ["held"], "\(report)")
    }

    @Test func `a signal ends the client, too, and leaves no folder behind`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        // It ignores what a terminal that closes sends.
        let script = "trap '' HUP; echo client $$ $STATE >&2; while read line; do :; done; exec sleep 600"
        let output = "\(program.home)/client.txt"
        let prove = try program.start(
            "prove", "--verbose", "--only", "expiry", "--", "sh", "-c", "{ \(script); } 2>\"$0\"", output)
        _ = try prove.errorLine { $0.contains("sign in as alice") }
        try await until { (try? program.text("client.txt"))?.hasSuffix("\n") == true }
        let words = try program.text("client.txt").split(separator: " ").map(String.init)
        let folder = try #require(words.last?.split(separator: "\n").first.map(String.init))
        prove.signal(SIGTERM)
        _ = try prove.finish()
        #expect(!FileManager.default.fileExists(atPath: folder))
        let process = try #require(words.dropFirst().first.flatMap(pid_t.init))
        try await until { !FileManager.default.fileExists(atPath: "/proc/\(process)/fd/0") }
    }
}
