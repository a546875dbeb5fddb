import CurlTransport
import SessionCore
import TestSupport
import Testing

/// What happens when a connection that was kept for reuse is closed under a request.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct KeptConnectionTests {
    private static let bodies: [HTTPBody] = [.none, .text(""), .text("refresh_token=R1")]

    @Test(arguments: ["POST", "PATCH", "PUT", "DELETE"], bodies.indices)
    func `a request that may change something is never sent twice`(method: String, body: Int) async throws {
        let server = try ForgetfulServer(answers: [true])
        let transport = CurlTransport.patient()
        _ = try await transport.send(HTTPRequest(url: server.url))
        let request = HTTPRequest(method: method, url: server.url, body: Self.bodies[body])
        await #expect(throws: TransportError.brokenOff("the kept connection was closed before an answer arrived")) {
            _ = try await transport.send(request)
        }
        #expect(server.requests == ["GET", method])
    }

    @Test func `a one-shot body is never sent twice`() async throws {
        let server = try ForgetfulServer(answers: [true])
        let transport = CurlTransport.patient()
        _ = try await transport.send(HTTPRequest(url: server.url))
        let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array("once".utf8))
            continuation.finish()
        }
        let request = HTTPRequest(
            method: "POST", url: server.url, body: .stream(HTTPBodyStream(length: 4, chunks: chunks)))
        await #expect(throws: TransportError.brokenOff("the kept connection was closed before an answer arrived")) {
            _ = try await transport.send(request)
        }
        #expect(server.requests == ["GET", "POST"])
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS"])
    func `a request with a safe method is sent a second time, and its answer returned`(method: String) async throws {
        let server = try ForgetfulServer(answers: [true, false, true])
        let transport = CurlTransport.patient()
        _ = try await transport.send(HTTPRequest(url: server.url))
        let response = try await transport.send(HTTPRequest(method: method, url: server.url))
        #expect(response.status == 200)
        #expect(response.connection?.isReused == false)
        #expect(server.requests == ["GET", method, method])
    }

    @Test func `a request with a safe method is sent twice at most`() async throws {
        // Three connections are kept at the same time, and all of them are closed under their next request.
        let server = try ForgetfulServer(answers: [true, true, true], crowd: 3)
        let transport = CurlTransport.patient()
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 { group.addTask { _ = try await transport.send(HTTPRequest(url: server.url)) } }
            try await group.waitForAll()
        }
        await #expect(throws: TransportError.self) { _ = try await transport.send(HTTPRequest(url: server.url)) }
        #expect(server.requests.count == 5)
    }

    @Test func `a request on a new connection is not sent again`() async throws {
        let server = try ForgetfulServer(answers: [])
        await #expect(throws: TransportError.self) {
            _ = try await CurlTransport.patient().send(HTTPRequest(url: server.url))
        }
        #expect(server.requests == ["GET"])
    }
}
