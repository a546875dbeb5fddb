import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `proxy -- COMMAND`, with commands that nobody of this project wrote.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProxiedCommandTests {
    private func shell(_ script: String, _ options: [String] = [], in console: Console) async throws
        -> Subprocess.Result
    {
        try await console.program.run(arguments: ["proxy"] + options + ["--", "/bin/sh", "-c", script])
    }

    @Test func `a command has the session without a token, and its exit status is kept`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token").text.dropLast()
        let api = console.provider.announcement.api
        let result = try await shell(
            "curl -sS -H \"Authorization: Bearer $ACCESS_TOKEN\" -w '%{http_code}' -o /dev/null \(api)/orders; "
                + "env; exit 7", in: console)
        #expect(result.status == 7 && result.text.hasPrefix("200"), "\(result.errorText)")
        #expect(result.text.contains("ACCESS_TOKEN=replaced-by-session-console\n"))
        #expect(!result.text.contains(token) && result.errorText.isEmpty, "\(result.errorText)")
        let renamed = try await shell("echo $GIT_TOKEN", ["--as", "GIT_TOKEN"], in: console)
        #expect(renamed.text == "replaced-by-session-console\n")
    }

    @Test func `TLS to an API is opened for it, by an authority that nothing else is signed by`() async throws {
        let server = try RawServer { connection in
            let head = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(head.utf8.count)\r\n\r\n\(head)")
        }
        let upstream = try SecureUpstream(of: server.port)
        let console = try await Console()
        try await console.signIn()
        let options = ["--api", "https://watched.test", "--proxy", upstream.proxy, "--ca-file", upstream.rootFile]
        let call = "curl -sS -H 'Authorization: Basic own' https://watched.test/x"
        let result = try await shell(call, options, in: console)
        #expect(result.text.contains("Authorization: Bearer ") && !result.text.contains("Basic"), "\(result.errorText)")
        await upstream.stop()
    }

    @Test func `only the command and what it starts are served, and what is left running is said`() async throws {
        let console = try await Console()
        try await console.signIn()
        let api = console.provider.announcement.api
        let environment = console.program.environment
        let script = "echo $http_proxy; read line; (exec sleep 3 >&- 2>&-) &"
        let process = try await blocking {
            try Subprocess(
                ProgramUnderTest.path, ["proxy", "--", "/bin/sh", "-c", script], environment: environment)
        }
        let proxy = try await blocking { try process.line() }
        let call = "curl -sS -x '\(proxy)' -w '%{http_code}' \(api)/orders"
        let stranger = try await blocking {
            try Subprocess("/bin/sh", ["-c", call], environment: ["PATH": "/usr/bin:/bin"]).finish()
        }
        #expect(stranger.text.contains("serves one command") && stranger.text.hasSuffix("403"), "\(stranger.text)")
        try process.write("\n")
        let result = try await blocking { try process.finish() }
        #expect(result.status == 0 && result.errorText.contains("Refused curl ("), "\(result.errorText)")
        #expect(result.errorText.contains("/bin/sh has ended, and left running: sleep ("), "\(result.errorText)")
        #expect(result.errorText.contains("No request from /bin/sh to an --api was seen."), "\(result.errorText)")
    }

    @Test func `what the command has started is cut off alone, from the session's token by itself, too`() async throws {
        let console = try await Console()
        try await console.signIn()
        let api = console.provider.announcement.api
        let code = "curl -sS -w '%{http_code}' -o /dev/null \(api)/orders"
        // The run learns it within a second; nobody ends a loop that goes on after a failure.
        let line =
            "read -r _; n=0; until [ $n = 3000 ] || [ \"$(\(code))\" = 403 ]; do n=$((n+1)); done; $0 token; echo $?"
        let script = """
            /bin/sh -c 'echo $$; \(line.replacing("'", with: "'\\''"))' "$0"
            \(code)
            """
        let environment = console.program.environment
        let process = try await blocking {
            try Subprocess(
                ProgramUnderTest.path, ["proxy", "--", "/bin/sh", "-c", script, ProgramUnderTest.path],
                environment: environment)
        }
        let inner = try await blocking { try process.line() }
        let cut = try await console.run("proxy", "--cut-off", inner)
        #expect(cut.status == 0)
        #expect(cut.errorText.contains("(\(inner)) and what it starts are cut off"), "\(cut.errorText)")
        try process.write("\n")
        let result = try await blocking { try process.finish() }
        #expect(Array(result.lines.suffix(2)) == ["3", "200"], "\(result.text)")
        #expect(result.errorText.contains("(\(inner)) was cut off from this session"), "\(result.errorText)")
    }

    @Test func `a process whose parent has gone is still the command's`() async throws {
        let console = try await Console()
        try await console.signIn()
        let api = console.provider.announcement.api
        let answer = console.program.home + "/answer"
        let script = """
            (setsid sh -c 'sleep 0.2; curl -sS -w "%{http_code}" -o /dev/null \(api)/orders > \(answer).part; \
            mv \(answer).part \(answer)' &)
            until test -e \(answer); do sleep 0.05; done; cat \(answer)
            """
        let result = try await shell(script, in: console)
        #expect(result.text == "200", "\(result.errorText)")
    }

    @Test(arguments: [
        (["--listen", "0", "--", "true"], "is for a proxy without COMMAND"),
        (["--new-key", "--", "true"], "is for a proxy without COMMAND"),
        (["--socket", "x", "--", "true"], "is for a proxy without COMMAND"),
        (["--as", "X"], "--as is the variable of a COMMAND"),
        (["--as", "9X", "--", "true"], "letters, digits and '_'"),
        (["--socket", "/tmp/never", "--allow-user", "65534"], "--only is missing"),
        (["--socket", "/tmp/never", "--allow-user", "nobody", "--only", "GET"], "the number of a user"),
        (["--allow-user", "65534", "--only", "GET"], "--socket is missing"),
        (["--socket", "/proc/1/fd/x", "--allow-user", "65534", "--only", "GET"], "No other user can enter"),
    ])
    func `options that do not go together are refused`(options: [String], words: String) async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await console.program.run(arguments: ["proxy"] + options)
        #expect(result.status == 2 && result.errorText.contains(words), "\(result.errorText)")
    }

    @Test func `without a session the command is not started, and one that is not there is 127`() async throws {
        let console = try await Console()
        let early = try await shell("echo started", in: console)
        #expect(early.status == 3 && early.text.isEmpty)
        try await console.signIn()
        #expect(try await console.program.run(arguments: ["proxy", "--", "no-such-command"]).status == 127)
    }

    @Test func `curl is told in its own HTTP/2 that HTTP/1.1 is spoken`() async throws {
        let console = try await Console()
        try await console.signIn()
        let environment = console.program.environment
        let process = try await blocking {
            try Subprocess(ProgramUnderTest.path, ["proxy", "--listen", "0"], environment: environment)
        }
        let address = String(try await blocking { try process.line() }.prefix { $0 != " " })
        let result = try await blocking {
            try Subprocess(
                "/bin/sh", ["-c", "curl --http2-prior-knowledge -sS -w '%{http_code}' \(address)/orders"],
                environment: ["PATH": "/usr/bin:/bin"]
            ).finish()
        }
        #expect(result.text.contains("HTTP/2 is not spoken here"), "\(result.errorText)")
        #expect(result.text.hasSuffix("505"))
        process.signal(SIGINT)
        _ = try await blocking { try process.finish() }
    }

    @Test func `a socket that anything may pass is said to be the session`() async throws {
        let console = try await Console()
        try await console.signIn()
        let environment = console.program.environment
        for (options, isSaid) in [([], true), (["--only", "GET"], false)] {
            let path = console.program.home + "/socket"
            let process = try await blocking {
                try Subprocess(ProgramUnderTest.path, ["proxy", "--socket", path] + options, environment: environment)
            }
            _ = try await blocking { try process.line() }
            process.signal(SIGINT)
            let words = try await blocking { try process.finish().errorText }
            #expect(words.contains("Whoever can open \(path) has the session") == isSaid, "\(words)")
        }
    }
}
