import FoundationEssentials
import JOSE
import Synchronization
import TestSupport
import Testing

/// Sessions of the client itself, over several runs of the program.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientSessionTests {
    private let console: Console
    private let options: [String]

    init() async throws {
        console = try await Console()
        let secret = console.program.home + "/secret"
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        options = [
            "--client-id", console.provider.announcement.confidential_client_id, "--client-secret-file", secret,
            "--scope", "orders",
        ]
    }

    private func run(_ arguments: String...) async throws -> Subprocess.Result {
        try await console.program.run(arguments: arguments + options, input: "")
    }

    @Test func `end 4: the next command renews a client's session whose token has expired`() async throws {
        #expect(try await run("login", "--flow", "client-credentials").status == 0)
        let first = try await run("token").text
        #expect(try await run("status").lines.contains("refresh   no token needed: the sign-in is repeated"))
        #expect(try await JSONValue(parsing: run("status", "--json").output)["renewed_by_flow"] == true)
        try console.age(by: 7_200)
        let request = try await run("request", "/orders")
        #expect(request.status == 0 && !request.errorText.contains("ended"))
        let second = try await run("token").text
        #expect(second != first && !second.isEmpty)
        #expect(try await JSONValue(parsing: run("status", "--json").output)["generation"] == 1)
        #expect(try await run("refresh").status == 0)
        #expect(try await run("token").text != second)
    }

    @Test(arguments: ["jwt-bearer", "token-exchange"])
    func `end 4: a session of a file's token is renewed with what the file holds then`(flow: String) async throws {
        let sent = Mutex<[String]>([])
        let file = console.program.home + "/identity"
        let server = try RawServer { connection in
            let head = connection.readHead()
            guard head.hasPrefix("POST") else {
                connection.write("HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            }
            let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
            let body = connection.readText(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
            let number = sent.withLock { sent in
                sent.append(body)
                return sent.count
            }
            let answer = #"{"access_token":"at-\#(number)","token_type":"Bearer","expires_in":3600}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                    + "Content-Length: \(answer.utf8.count)\r\n\r\n"
                    + answer)
        }
        let place = "http://127.0.0.1:\(server.port)"
        let options = ["--issuer", place, "--client-id", "c", "--endpoint", "token=\(place)/token"]
        func run(_ words: String...) async throws -> Subprocess.Result {
            try await console.program.run(arguments: words + options + ["--token-file", file], input: "")
        }
        let without = try await console.program.run(arguments: ["login", "--flow", flow] + options, input: "")
        #expect(without.status == 2 && without.errorText.contains("--token-file is missing"), "\(without.errorText)")
        try Data("first.of.three\n".utf8).write(to: URL(filePath: file))
        let login = try await run("login", "--flow", flow)
        #expect(login.status == 0, "\(login.errorText)")
        #expect(try await run("token").lines.first == "at-1")
        try Data("second.of.three\n".utf8).write(to: URL(filePath: file))
        #expect(try await run("refresh").status == 0)
        #expect(try await run("token").lines.first == "at-2")
        // Without the file the session is kept, and the file's name, in whose place a token may stand, is not shown.
        try FileManager.default.removeItem(atPath: file)
        let unreadable = try await run("refresh")
        #expect(unreadable.status != 0 && unreadable.errorText.contains("the token's file can't be used"))
        #expect(!unreadable.errorText.contains(file) && !unreadable.errorText.contains("at-2"))
        #expect(try await run("status").status == 0)
        let bodies = sent.withLock(\.self)
        #expect(bodies.count == 2 && bodies[0].contains("first.of.three") && bodies[1].contains("second.of.three"))
        #expect(bodies.allSatisfy { $0.contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3A\(flow)") })
    }

    @Test func `end 4: a refused renewal of a client's session keeps it and is no forced logout`() async throws {
        #expect(try await run("login", "--flow", "client-credentials").status == 0)
        try console.age(by: 7_200)
        let secret = console.program.home + "/secret"
        try Data("guessed".utf8).write(to: URL(filePath: secret))
        let refused = try await run("request", "/orders")
        #expect(refused.status == 6 && refused.errorText.contains("invalid_client"))
        #expect(try await run("status").status == 0)
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        #expect(try await run("request", "/orders").status == 0)
    }
}
