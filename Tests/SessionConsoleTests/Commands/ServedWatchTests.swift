import ClientObservation
import ClientWatch
import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// `watch --serve`, as the program is typed.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct ServedWatchTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    @Test(arguments: [
        (["--serve", "8000"], "No server is named."),
        (["--to", "http://127.0.0.1:1"], "no --serve where to listen"),
        (["--serve", "80 00", "--to", "http://127.0.0.1:1"], "a port from 0 to 65535"),
        (["--serve", "example.com:8000", "--to", "http://127.0.0.1:1"], "an address in digits"),
        (["--serve", "0", "--to", "http://127.0.0.1:1/mcp"], "without a path"),
        (["--serve", "0", "--to", "/oauth"], "behind PATH="),
        (["--serve", "0", "--to", "http://a.test", "--to", "http://b.test"], "--to /PATH=http://b.test"),
        (["--serve", "0", "--to", "http://127.0.0.1:1", "--listen", "0"], "--listen"),
        (["--serve", "0", "--to", "http://127.0.0.1:1", "--", "true"], "true"),
    ])
    func `what can't be served is said, and nothing listens`(arguments: [String], words: String) async throws {
        defer { program.remove() }
        let result = try await program.run(arguments: ["watch"] + arguments)
        #expect(result.status == 2 && result.text.isEmpty)
        #expect(result.errorText.contains(words), "\(result.errorText)")
    }

    @Test func `a client is told of as it comes, and with what never came at the end`() async throws {
        defer { program.remove() }
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n")
        }
        let arguments = ["watch", "--serve", "0", "--to", "http://127.0.0.1:\(server.port)", "--headless"]
        let environment = program.environment
        let result = try await blocking {
            let watch = try Subprocess(ProgramUnderTest.path, arguments, environment: environment)
            let line = try watch.errorLine { $0.contains("Serving :") }
            let digits = line.split(separator: ":")[1].prefix { $0.isNumber }
            let client = try RawConnection(port: try #require(UInt16(digits)))
            client.write("POST /mcp HTTP/1.1\r\nHost: h\r\nUser-Agent: assistant/1.4\r\nContent-Length: 0\r\n\r\n")
            _ = client.readText(16)
            _ = try watch.errorLine { $0.hasPrefix("assistant/1.4: told to sign in ") && $0.hasSuffix(" 401") }
            watch.signal(SIGTERM)
            return try watch.finish()
        }
        #expect(result.status == 0)
        #expect(result.errorText.contains(", no second try"), "\(result.errorText)")
        #expect(result.errorText.contains("1 message, 1 client;"))
    }

    @Test func `what a server has seen can be opened again as it was`() async throws {
        defer { program.remove() }
        let result = try await program.run("watch", "--from", "somebody-elses-client", "--format", "json")
        let report = try JSONValue(parsing: result.output)
        let clients = report["clients"]?.array ?? []
        #expect(clients.compactMap { $0["stand"]?.string } == ["never_registered", "calls", "never_called"])
        #expect(clients.compactMap { $0["side"]?.string } == ["client"])
        let findings = report["findings"]?.array ?? []
        #expect(findings.compactMap { $0["name"]?.string } == ["challenge-without-metadata"])
        #expect(findings.compactMap { $0["side"]?.string } == ["resource_server"])
    }

    @Test(arguments: ["somebody-elses-client", "first.har"])
    func `an archive of what a server has seen is one of its clients`(from: String) async throws {
        defer { program.remove() }
        if from == "first.har" { _ = try await record("somebody-elses-client", to: from) }
        let path = from == "first.har" ? "\(program.home)/\(from)" : from
        let original = try await program.run("watch", "--from", "somebody-elses-client", "--format", "json")
        let second = try await record(path, to: "second.har")
        let again = try await program.run("watch", "--from", second, "--format", "json")
        let clients = try [original, again].map { try Self.clients(in: $0) }
        #expect(clients[0].count == 3 && clients[0] == clients[1], "\(again.text)")
    }

    /// Each with what is known without the secrets of its messages, and without times, which an archive rounds.
    private static func clients(in result: Subprocess.Result) throws -> [String] {
        try (JSONValue(parsing: result.output)["clients"]?.array ?? []).map { client in
            let steps = (client["steps"]?.array ?? []).map { step in
                ["step", "outcome", "status"].map { step[$0]?.serialized() ?? "-" }.joined(separator: " ")
            }
            let facts = ["name", "address", "client_id", "stand", "side"].map { client[$0]?.serialized() ?? "-" }
            return (facts + steps).joined(separator: ", ")
        }
    }

    private func record(_ source: String, to name: String) async throws -> String {
        let path = "\(program.home)/\(name)"
        let result = try await program.run("watch", "--from", source, "--headless", "--record", path)
        #expect(result.status == 0, "\(result.errorText)")
        return path
    }

    @Test func `of many clients fifty are listed, and it is said how many more there are`() throws {
        defer { program.remove() }
        let url = try #require(URL(string: "https://notes.example/.well-known/oauth-protected-resource"))
        var record = WatchRecord(isOfServer: true)
        let moment = Date(timeIntervalSince1970: 1_795_615_200)
        for number in 1...60 {
            let request = ObservedRequest(
                method: "GET", url: url, begin: moment, caller: Caller(name: "client-\(number)"))
            record.take(.began(number, request))
            record.take(.ended(number, .answered(ObservedAnswer(status: 200)), at: moment))
        }
        let lines = FindingText.end(record, from: "here", expecting: [])
        #expect(lines.count { $0.hasPrefix("client-") } == 50)
        #expect(lines.contains("10 more clients; --format json has all."))
    }
}
