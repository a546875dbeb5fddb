import FoundationEssentials
import TestSupport
import Testing

/// Request files sent to servers that are slow, hang, go away or speak something else.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RunFailureTests {
    /// What a server does with a request.
    struct Behaviour: Sendable, CustomTestStringConvertible {
        let name: String
        var parts: [String] = []
        /// What it does when it has sent the parts.
        var ending = Ending.closes
        /// The beginning of the error's line, and what got to standard output by then.
        let words: String
        var output = ""

        enum Ending: Sendable {
            case closes, resets, hangs
        }

        var testDescription: String { name }

        @Sendable func serve(_ connection: RawConnection) {
            guard !connection.readHead().isEmpty else { return }
            for part in parts { connection.write(part) }
            switch ending {
            case .closes: break
            case .resets: connection.reset()
            case .hangs: _ = connection.sawClose()
            }
        }
    }

    private static let tenBytes = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    private static let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let behaviours =
        [
            Behaviour(name: "no answer", ending: .hangs, words: "Timed out while waiting for the answer."),
            Behaviour(
                name: "half a header", parts: ["HTTP/1.1 200 OK\r\nX-Half: "], ending: .hangs,
                words: "Timed out while receiving the answer."),
            Behaviour(
                name: "half a body", parts: [tenBytes, "abc"], ending: .hangs,
                words: "Timed out while receiving the answer, after 3 of 10 bytes of its body.", output: "abc"),
            Behaviour(name: "closed at once", words: "The connection was broken off: "),
            Behaviour(name: "reset at once", ending: .resets, words: "The connection was broken off: "),
            Behaviour(
                name: "closed in the header", parts: ["HTTP/1.1 200 OK\r\nContent-Le"],
                words: "The connection was broken off: its header is not complete."),
            Behaviour(
                name: "closed in the body", parts: [tenBytes, "abc"],
                words: "The body broke off after 3 of 10 bytes: the connection was closed.", output: "abc"),
            Behaviour(
                name: "closed in a chunk", parts: [chunks, "5\r\nab"],
                words: "The body broke off after 2 bytes: the connection was closed.", output: "ab"),
            Behaviour(
                name: "a chunk without a length", parts: [chunks, "zz\r\nab"],
                words: "The body broke off after 0 bytes: "),
        ]
        + [
            "SSH-2.0-server\r\n", "<html></html>", "\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 99999 OK\r\n\r\n", "HTTP/1.1 -1 OK\r\n\r\n", "HTTP/1.1 000 OK\r\n\r\n", "HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nab",
        ].map { answer in
            Behaviour(
                name: answer, parts: [answer],
                words: "The connection was broken off: the answer is not HTTP (")
        }

    private func run(_ program: ProgramUnderTest, _ server: RawServer) async throws -> Subprocess.Result {
        let url = try server.url.absoluteString
        try program.write("### a\nGET \(url)a\n\n### b\nGET \(url)b\n", to: "calls.http")
        return try await program.run(
            "run", "--issuer", "http://127.0.0.1:1", "--client-id", "c", "--store", "memory", "--timeout", "2s",
            program.home + "/calls.http")
    }

    @Test(arguments: behaviours) func `a server that fails ends the run with one line and status 5`(
        behaviour: Behaviour
    ) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let server = try RawServer(behaviour.serve)
        let result = try await run(program, server)
        #expect(result.status == 5)
        #expect(result.text == behaviour.output)
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "\(program.home)/calls.http:2: a: failed")
        #expect(lines.dropFirst().first?.hasPrefix("session-console: " + behaviour.words) == true, "\(lines)")
        #expect(lines.last == "Try again.")
    }

    @Test func `a slow server is waited for as long as something comes`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty {
                for byte in (Self.tenBytes + "0123456789").map(String.init) { connection.write(byte) }
            }
        }
        let result = try await run(program, server)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text == "01234567890123456789")
        #expect(result.errorText.contains("calls.http:5: b: 200"))
    }
}
