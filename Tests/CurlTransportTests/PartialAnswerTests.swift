import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

/// Answers whose header came and whose body did not come whole, and redirects that are followed to the limit.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PartialAnswerTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

    private func failure(of answer: String, hangs: Bool = false) async throws -> TransportError {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(answer)
            if hangs { _ = connection.sawClose() }
        }
        let timeout = hangs ? Duration.seconds(2) : nil
        return try await CurlTransportTests.failure(
            of: CurlTransport.patient(), HTTPRequest(url: try server.url, timeout: timeout))
    }

    @Test(arguments: [
        (
            ok + "Content-Length: 500\r\n\r\n" + String(repeating: "x", count: 120),
            "the body broke off after 120 of 500 bytes: the connection was closed"
        ),
        (ok + "Content-Length: 500\r\n\r\n", "the body broke off after 0 of 500 bytes: the connection was closed"),
        (ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", "the body broke off after 5 bytes: "),
        (ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nh", "the body broke off after 1 byte: the connection was closed"),
        (ok + "Content-Encoding: gzip\r\nContent-Length: 8\r\n\r\nno gzip.", "the body can't be decoded: "),
    ])
    func `what came of an answer that broke off is told, and why it ended`(answer: String, words: String) async throws {
        let error = try await failure(of: answer)
        #expect("\(error)".hasPrefix(words), "\(error)")
        let part = try #require(error.partialAnswer)
        #expect(part.answer.status == 200)
        #expect(part.answer.headers["Content-Type"] == "text/plain")
        #expect(part.answer.version == "1.1")
    }

    @Test func `an answer that stops in its body is told with what came before the time-out`() async throws {
        let error = try await failure(of: Self.ok + "Content-Length: 100\r\n\r\nsome", hangs: true)
        #expect("\(error)" == "timed out while receiving the answer, after 4 of 100 bytes of its body")
        #expect(error.partialAnswer?.answer.status == 200)
    }

    @Test func `an event stream may end at its header, and nothing else does`() async throws {
        let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"
        let server = try RawServer { connection in
            let isPlain = connection.readHead().contains("/plain")
            connection.write(
                isPlain ? Self.ok + "Content-Length: 4\r\n\r\n" : "HTTP/1.1 103 Early Hints\r\n\r\n" + stream)
            if isPlain { connection.write("fine") } else { _ = connection.sawClose() }
        }
        var request = HTTPRequest(url: try server.url, timeout: .seconds(50))
        request.endsAtEventStream = true
        let response = try await CurlTransport.patient().send(request)
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(response.headers["Content-Type"]?.hasPrefix("text/event-stream") == true)
        request.url.append(path: "plain")
        #expect(try await CurlTransport.patient().send(request).text == "fine")
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX-Half", "HTTP/1.1 103 Early Hints\r\n\r\n"])
    func `nothing is told of an answer whose header did not come whole`(answer: String) async throws {
        #expect(try await failure(of: answer).partialAnswer == nil)
    }

    @Test func `a line of the header beyond libcurl's limit is called so`() async throws {
        let error = try await failure(of: Self.ok + "X-Long: \(String(repeating: "x", count: 500_000))\r\n\r\n")
        #expect(error == .brokenOff("a line of its header is larger than libcurl's limit of 100 KiB"))
    }

    @Test func `the redirects that were followed to the limit are told`() async throws {
        let server = try HTTPServer.start { request in
            let next = (Int(request.path.dropFirst()) ?? 0) + 1
            return ServerResponse(status: 302, headers: ["Location": "/\(next)"])
        }
        let error = try await CurlTransportTests.failure(
            of: CurlTransport.patient(), HTTPRequest(url: try server.url("/0")))
        let answer = try #require(error.partialAnswer).answer
        #expect(answer.redirects.map(\.from.path) == (0..<10).map { "/\($0)" })
        #expect(answer.status == 302 && answer.headers["Location"] == "/11")
    }
}
