import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// What the commands say of answers that are not what was asked for.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct SaidTruthTests {
    private func signedIn() async throws -> Console {
        let console = try await Console()
        try await console.signIn()
        return console
    }

    /// A server that answers each request's head with a status line, fields and body.
    private static func server(_ answer: @escaping @Sendable (String) -> String) throws -> RawServer {
        try RawServer { connection in
            connection.write("HTTP/1.1 " + answer(connection.readHead()))
        }
    }

    @Test func `truth 9: what a command lacks is named, and not its options`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        for (command, missing) in [
            ("request", "PATH or URL or @NAME is missing"), ("run", "FILE is missing"), ("report", "FILE is missing"),
            ("completion", "bash or zsh or fish is missing"),
        ] {
            let result = try await program.run(command)
            #expect(result.status == 2)
            #expect(result.errorText.hasPrefix("session-console: \(missing)\n"), "\(result.errorText)")
        }
    }

    @Test func `truth 9: a proxy's 407 is told as the proxy's, with what would help`() async throws {
        let proxy = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 407 No\r\nContent-Length: 0\r\nProxy-Authenticate: Basic realm=\"p\"\r\n\r\n")
            _ = connection.sawClose()
        }
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(
            "login", "--flow", "device", "--issuer", "https://id.invalid", "--client-id", "c", "--proxy",
            "http://127.0.0.1:\(proxy.port)")
        #expect(result.status == 5)
        #expect(result.errorText.contains("the proxy asks for a user name and a password (407)"), "\(result.errorText)")
        #expect(result.errorText.contains("--proxy http://USER:PASSWORD@HOST:PORT"))
        #expect(!result.errorText.contains("issuer"))
    }

    @Test func `truth 10: an answer of another origin is not passed off in silence`() async throws {
        let console = try await signedIn()
        let login = try Self.server { _ in "200 OK\r\nContent-Length: 6\r\n\r\nlog in" }
        let place = "http://127.0.0.1:\(login.port)"
        let api = try Self.server { _ in "302 Found\r\nLocation: \(place)/login\r\nContent-Length: 0\r\n\r\n" }
        let result = try await console.run("request", "--api", "http://127.0.0.1:\(api.port)", "/x")
        #expect(result.text.contains("log in"))
        #expect(
            result.errorText.contains("Redirected without the token, which may not go to \(place)"),
            "\(result.errorText)")
        let series = try await console.run("request", "--repeat", "3", "--api", "http://127.0.0.1:\(api.port)", "/x")
        #expect(series.errorText.contains("which may not go to \(place) (3 of 3 calls)"), "\(series.errorText)")
        #expect(series.errorText.contains("(3 of 3 calls)") && series.status == 0)
    }

    @Test func `truth 10: an Authorization field that was given is sent as it is`() async throws {
        let console = try await signedIn()
        let json = try JSONValue(
            parsing: try await console.run("request", "-H", "Authorization: Basic YTpi", "--no-auth", "/echo").output)
        let own = try JSONValue(
            parsing: try await console.run("request", "-H", "Authorization: Basic YTpi", "/echo").output)
        #expect(json == own)
    }

    @Test func `hole SingleCall: an answer of exactly 400 is a failure on request`() async throws {
        let console = try await signedIn()
        let api = try Self.server { head in
            "\(head.split(separator: "/", maxSplits: 1).last?.prefix(3) ?? "") Status\r\nContent-Length: 0\r\n\r\n"
        }
        for (status, expected) in [(399, 0), (400, 22)] as [(Int, Int32)] {
            let result = try await console.run(
                "request", "--no-auth", "--fail", "http://127.0.0.1:\(api.port)/\(status)")
            #expect(result.status == expected, "\(status)")
        }
    }

    @Test func `hole UserInfoCommand: control characters of a claim never reach the terminal`() async throws {
        let server = try Self.server { head in
            let host = head.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }?.dropFirst(6) ?? ""
            let body =
                head.hasPrefix("GET /userinfo")
                ? #"{"sub":"u1","name":"red \u001b[31m"}"#
                : #"{"issuer":"http://\#(host)","userinfo_endpoint":"http://\#(host)/userinfo"}"#
            return "200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let issuer = "http://127.0.0.1:\(server.port)"
        try program.makeProfile(
            "default", ["issuer": .string(issuer), "client_id": "c", "api": .string(issuer), "scope": "profile"])
        let signIn = try await program.run(
            "login", "--flow", "import", input: #"{"access_token":"a1","token_type":"Bearer"}"#)
        #expect(signIn.status == 0, "\(signIn.errorText)")
        let result = try await program.run("userinfo")
        #expect(result.text.contains("red") && result.text.contains("[31m"), "\(result.errorText)")
        #expect(!result.text.contains("\u{1B}"))
    }

    @Test func `hole EventsCommand: control characters of an event file never reach the terminal`() async throws {
        let console = try await signedIn()
        let line = try #require(
            try String(contentsOfFile: console.eventFile, encoding: .utf8).split(separator: "\n").last)
        guard var event = try JSONValue(parsing: line.utf8).object else { return }
        event["text"] = "red \u{1B}[31m and \u{7} bell"
        let old = try Data(contentsOf: URL(filePath: console.eventFile))
        try (old + Data((event.serialized() + "\n").utf8)).write(to: URL(filePath: console.eventFile))
        let text = try await console.run("events").text
        #expect(text.contains("red") && text.contains("[31m"))
        #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
    }
}
