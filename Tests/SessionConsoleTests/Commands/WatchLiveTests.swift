import ClientObservation
import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

@testable import session_console

/// `watch -- COMMAND`, with a shell as the client: it needs no other program.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct WatchLiveTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    /// A shell's function that sends a request through the proxy of its environment, and prints the answer.
    private static let send = """
        send() { exec 3<>/dev/tcp/127.0.0.1/${http_proxy##*:}; printf '%b' "$1" >&3; cat <&3; exec 3>&-; }

        """

    private static let form = "grant_type=refresh_token&client_id=app&refresh_token=old-refresh-0123456789"

    /// A variable with a request that spends the refresh token.
    private static func refresh(at port: UInt16) -> String {
        """
        request='POST http://localhost:\(port)/token HTTP/1.1\\r\\nHost: h\\r\\n'
        request+='Content-Type: application/x-www-form-urlencoded\\r\\nContent-Length: \
        \(form.utf8.count)\\r\\n\\r\\n\(form)'
        """
    }

    private func shell(_ script: String) -> [String] { ["--", "bash", "-c", Self.send + script] }

    private func watch(_ options: [String], _ command: [String]) async throws -> Subprocess.Result {
        try await program.run(arguments: ["watch", "--host", "localhost"] + options + command)
    }

    @Test func `a command's output, its exit status and its signal are the program's own`() async throws {
        defer { program.remove() }
        let result = try await watch([], ["--", "sh", "-c", "echo out; echo err >&2; exit 7"])
        #expect(result.status == 7 && result.text == "out\n" && result.errorText.contains("err\n"))
        #expect(try await watch([], ["--", "sh", "-c", "kill -TERM $$"]).status == 128 + SIGTERM)
        let missing = try await watch([], ["--", "no-such-command"])
        #expect(missing.status == 127 && missing.errorText.contains("no-such-command can't be run"))
        #expect(try await watch([], ["--", program.home]).status == 126)
    }

    @Test func `two processes that spend one refresh token are found, live, without a secret`() async throws {
        defer { program.remove() }
        let both = Turnstile(2)
        let server = try RawServer { connection in
            _ = connection.readHead()
            _ = connection.readText(Self.form.utf8.count)
            // The other request is under way now, too.
            let isFirst = both.pass()
            let answer =
                isFirst
                ? #"{"access_token":"new-access-0123456789","refresh_token":"new-refresh-0123456789"}"#
                : #"{"error":"invalid_grant"}"#
            connection.write(
                "HTTP/1.1 \(isFirst ? "200 OK" : "400 Bad Request")\r\nContent-Type: application/json\r\n"
                    + "Cache-Control: no-store\r\nContent-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n"
                    + answer)
        }
        let script = """
            \(Self.refresh(at: server.port))
            (send "$request" > /dev/null) & (send "$request" > /dev/null) & wait
            """
        let result = try await watch([], shell(script))
        #expect(result.status == 23)
        #expect(result.errorText.contains("error: refresh-token-sent-twice-at-once"))
        #expect(result.text.isEmpty && !result.errorText.contains("0123456789"))
    }

    @Test func `a session has the issuer of the command line, and a HAR for other tools has no secret`() async throws {
        defer { program.remove() }
        let server = try RawServer { connection in
            let isToken = connection.readHead().hasPrefix("POST")
            if isToken { _ = connection.readText(Self.form.utf8.count) }
            let answer =
                isToken
                ? #"{"access_token":"new-access-0123456789","refresh_token":"new-refresh-0123456789"}"#
                : #"{"error":"not found"}"#
            connection.write(
                "HTTP/1.1 \(isToken ? "200 OK" : "404 Not Found")\r\nContent-Type: application/json\r\n"
                    + "Cache-Control: no-store\r\nContent-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n"
                    + answer)
        }
        let script = """
            \(Self.refresh(at: server.port))
            send "$request" > /dev/null
            """
        let archive = program.home + "/seen.har"
        let result = try await watch(
            ["--issuer", "http://localhost:\(server.port)", "--format", "json", "--record", archive], shell(script))
        let session = try JSONValue(parsing: result.output)["sessions"]?.array?.first
        #expect(session?["issuer"]?.string == "http://localhost:\(server.port)", "\(result.errorText)")
        let text = try String(contentsOf: URL(filePath: archive), encoding: .utf8)
        let entries = try JSONValue(parsing: text.utf8)["log"]?["entries"]?.array ?? []
        #expect(entries.count == 1 && entries.first?["response"]?["status"] == 200)
        #expect(text.contains("grant_type=refresh_token") && !text.contains("0123456789"))
    }

    @Test func `the provider's endpoints are watched on whatever host its metadata names`() async throws {
        defer { program.remove() }
        let ports = Notes<UInt16>()
        let server = try RawServer { connection in
            let head = connection.readHead()
            let port = ports.all.first ?? 0
            if head.hasPrefix("POST") { _ = connection.readText(Self.form.utf8.count) }
            let answer =
                head.hasPrefix("POST")
                ? #"{"access_token":"new-access-0123456789"}"#
                : #"{"issuer":"http://localhost:\#(port)","token_endpoint":"http://token.invalid/token"}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(answer.utf8.count)\r\n"
                    + "Connection: close\r\n\r\n" + answer)
        }
        ports.add(server.port)
        let request = Self.refresh(at: server.port).replacing("localhost:\(server.port)", with: "token.invalid")
        let result = try await watch(
            ["--issuer", "http://localhost:\(server.port)", "--format", "json", "--fail-on", "never"],
            shell(request + "\nsend \"$request\" > /dev/null"))
        #expect(result.status == 0 && result.text.contains(#""messages":1"#), "\(result.text)\(result.errorText)")
    }

    @Test func `in another format than text, the result alone is on standard output`() async throws {
        defer { program.remove() }
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
        let script =
            "send 'GET http://localhost:\(server.port)/a?access_token=secret-0123456789 HTTP/1.1\\r\\nHost: "
            + "h\\r\\n\\r\\n'"
        let result = try await watch(["--format", "json", "--fail-on", "never"], shell(script))
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("{") && result.lines.count == 1 && result.text.contains(#""messages":1"#))
        #expect(result.text.contains("token-in-url") && !result.text.contains("secret-0123456789"))
        #expect(result.errorText.contains("HTTP/1.1 200 OK"))
    }

    @Test func `a command that sends nothing to the watched hosts is said to, and ends with 24`() async throws {
        defer { program.remove() }
        let result = try await watch([], ["--", "sh", "-c", "exit 0"])
        #expect(result.status == 24 && result.errorText.contains("No request from sh to a watched host"))
        let words = result.errorText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("It may ignore the proxy variables"))
        let blind = try await watch([], shell("send 'CONNECT 127.0.0.1:1 HTTP/1.1\\r\\n\\r\\n' > /dev/null"))
        #expect(blind.status == 24 && blind.errorText.contains("No request from bash to a watched host"))
    }

    @Test(arguments: FindingFormat.allCases)
    func `what passes by keeps no rule: each format says so, and no expectation is met`(format: FindingFormat)
        async throws
    {
        defer { program.remove() }
        let options = ["--format", format.rawValue]
        let result = try await watch(options, ["--", "true"])
        #expect(result.status == 24)
        #expect(result.errorText.contains("notice:\n    No request from true to a watched host"))
        let own = try await watch(options, ["--", "false"])
        #expect(own.status == 1)
        let expecting = try await watch(options + ["--expect", "no reuses"], ["--", "true"])
        #expect(expecting.status == 23)
        let rules = FindingRule.all.count
        switch format {
        case .text:
            #expect(result.errorText.contains("; \(rules) rules undecided"))
            #expect(expecting.errorText.contains("failed: expect 0 reuses, but no message was seen"))
        case .tap:
            let tests = result.lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
            #expect(tests.count == rules && tests.allSatisfy { $0.contains("# SKIP undecided: ") })
            #expect(result.text.contains("\n# notice: No request from true"))
            #expect(expecting.text.contains("not ok \(rules + 1) - expect 0 reuses"))
        case .junit:
            #expect(result.text.contains("failures=\"0\" errors=\"0\" skipped=\"\(rules)\""))
            #expect(result.text.contains("<system-err>notice: No request from true"))
        case .json:
            let json = try JSONValue(parsing: result.output)
            #expect(json["undecided"]?.array?.count == rules)
            #expect(json["notices"]?.array?.first?["name"] == "nothing-came")
            #expect(try JSONValue(parsing: expecting.output)["expectations"]?.array?.first?["met"] == false)
        case .sarif:
            let run = try JSONValue(parsing: result.output)["runs"]?.array?.first
            let notifications = run?["invocations"]?.array?.first?["toolExecutionNotifications"]?.array ?? []
            #expect(notifications.count == rules + 1 && run?["results"]?.array?.isEmpty == true)
        }
    }

    @Test(arguments: [SIGTERM, SIGQUIT])
    func `a signal reaches the command once, which ends as it likes; the folder of the run is gone then`(
        signal: Int32
    ) async throws {
        defer { program.remove() }
        let process = try program.start(
            "watch", "--host", "localhost", "--", "bash", "-c",
            """
            trap 'echo trapped $((n += 1))' TERM QUIT
            echo $SSL_CERT_FILE
            until [[ $line == end ]]; do read -r line; done
            exit $((40 + n))
            """)
        let path = try await blocking { try process.line { $0.hasSuffix("/bundle.pem") } }
        #expect(FileManager.default.fileExists(atPath: path))
        process.signal(signal)
        // A signal that comes between two commands is handled once the read has ended.
        try process.write("\n")
        _ = try await blocking { try process.line { $0.hasPrefix("trapped") } }
        try process.write("end\n")
        let result = try await blocking { try process.finish() }
        #expect(result.status == 41)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a signal that comes while the watch starts waits until its folder can be removed`() async throws {
        var program = program
        defer { program.remove() }
        let (settings, folder) = (program.home + "/wgetrc", program.home + "/tmp")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(mkfifo(settings, 0o600) == 0)
        program.environment.merge(["TMPDIR": folder, "WGETRC": settings]) { _, new in new }
        let process = try program.start("watch", "--host", "localhost", "--listen", "0")
        // The start reads the user's settings of wget last; until they end, it is under way.
        let writer = try await blocking { open(settings, O_WRONLY | O_CLOEXEC) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        process.signal(SIGINT)
        try await until { try Self.pendingSignals(of: process.pid) == 0 }
        close(writer)
        let result = try await blocking { try process.finish() }
        // One that is read late finds the watch started, which ends by it as usual.
        #expect([128 + SIGINT, ExitStatus.nothingSeen.rawValue].contains(result.status), "\(result.errorText)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    /// The signals that were sent to a process and have not reached it, as a mask; none of a process that has ended.
    private static func pendingSignals(of process: pid_t) throws -> UInt64 {
        let status = try String(contentsOf: URL(filePath: "/proc/\(process)/status"), encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
        return line.flatMap { UInt64($0.dropFirst("ShdPnd:".count).filter(\.isHexDigit), radix: 16) } ?? 0
    }

    @Test func `--listen prints the variables for another shell, and ends by ctrl-c with its findings`() async throws {
        defer { program.remove() }
        let process = try program.start("watch", "--host", "localhost", "--listen", "0")
        _ = try await blocking { try process.line { $0.contains("WGETRC=") } }
        process.signal(SIGINT)
        let result = try await blocking { try process.finish() }
        #expect(result.status == 24 && result.errorText.contains("watch: 0 messages"))
        let text = result.text
        #expect(text.contains("export https_proxy='http://127.0.0.1:") || text.contains("export https_proxy=http://"))
        #expect(text.contains("unset no_proxy\n"))
    }

    @Test func `a watch that is killed leaves no key, and the next one removes what it leaves`() async throws {
        var program = program
        defer { program.remove() }
        // Of its own: any watch that begins removes such folders.
        let place = program.home + "/tmp"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        program.environment["TMPDIR"] = place
        let process = try program.start("watch", "--host", "localhost", "--listen", "0")
        let line = try await blocking { try process.line { $0.contains("export SSL_CERT_FILE=") } }
        let path = line.dropFirst("export SSL_CERT_FILE=".count).filter { $0 != "'" }
        process.signal(SIGKILL)
        _ = try await blocking { try process.finish() }
        let folder = String(path.dropLast("/bundle.pem".count))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.contains("root.pem"))
        for file in files where !["php", "commands", "links"].contains(file) {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
            #expect(bytes.firstRange(of: Array("PRIVATE KEY".utf8)) == nil, "\(file)")
        }
        #expect(try await program.run("watch", "--host", "localhost", "--", "true").status == 24)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
    }

    @Test(arguments: [
        (["watch"], "watch --issuer URL --api URL -- COMMAND"),
        (["watch", "--host", "h", "--tunnel", "H.", "--", "true"], "Every host that is named is passed by --tunnel."),
        (["watch", "--host", "h:443", "--", "true"], "'h:443' has a port"),
        (["watch", "--api", "h", "--", "true"], "--api is 'h'"),
        (["watch", "--from", "x.har", "--host", "h"], "--from and --host can't be combined"),
        (["watch", "--from", "x.har", "--", "true"], "one argument too many"),
    ])
    func `a command line that says too little, or too much, is refused`(arguments: [String], message: String)
        async throws
    {
        defer { program.remove() }
        let result = try await program.run(arguments: arguments)
        #expect(result.status == 2 && result.errorText.contains(message), "\(result.errorText)")
    }
}

/// Lets nobody pass before so many have come; the first of them is known.
private final class Turnstile: Sendable {
    private let count: Int
    private let arrivals = Notes<Void>()

    init(_ count: Int) { self.count = count }

    func pass() -> Bool {
        arrivals.add(())
        let isFirst = arrivals.all.count == 1
        return (try? arrivals.wait(for: count)) != nil && isFirst
    }
}
