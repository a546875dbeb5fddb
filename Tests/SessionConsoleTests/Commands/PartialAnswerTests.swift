import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// A request whose answer breaks off, on the command line and in the event file.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct PartialAnswerTests {
    @Test(arguments: ["abc", ""])
    func `what came is printed, and then why it ended`(body: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let server = try RawServer { connection in
            guard !connection.readHead().isEmpty else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + body)
        }
        let result = try await program.run(
            "request", "--issuer", "http://127.0.0.1:1", "--client-id", "c", "--store", "memory", "--no-auth", "-i",
            "-v", try server.url.absoluteString)
        #expect(result.status == 5)
        #expect(result.text == "HTTP/1.1 200 OK\nContent-Length: 500\n\n" + body)
        let reason = "he body broke off after \(body.utf8.count) of 500 bytes: the connection was closed"
        let lines = result.errorText.split(separator: "\n").suffix(5)
        #expect(
            lines == [
                "< HTTP/1.1 200 OK", "< Content-Length: 500", "* request: t\(reason)", "session-console: T\(reason).",
                "Try again.",
            ])
    }

    @Test func `a profile's event file has no header of an answer that broke off`() {
        let answer = HTTPExchange.Answer(
            status: 200, headers: ["X-Private": "secret"], body: nil, bodySize: 3, version: nil, timings: nil,
            connection: nil, redirects: [])
        let part = PartialAnswer(answer, receivedSize: 3, expectedSize: 500)
        let exchange = HTTPExchange(
            id: 7, purpose: .request, request: 1, method: "GET", url: "https://api.example/", requestHeaders: [:],
            requestBody: nil, sentAt: Date(timeIntervalSince1970: 0), duration: .zero,
            outcome: .failed(.brokenOff("closed", after: part)))
        let event = SessionEvent(
            sequence: 1, time: Date(timeIntervalSince1970: 0), generation: 1, cause: nil, kind: .exchange(exchange))
        #expect(event.json.serialized().contains("secret"))
        #expect(!event.withoutContents.json.serialized().contains("secret"))
        #expect(event.withoutContents.json["failure"]?["partial_answer"]?["status"] == 200)
    }
}
