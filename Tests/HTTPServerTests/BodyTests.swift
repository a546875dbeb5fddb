import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BodyTests {
    private struct BrokenOff: Error {}

    private static func limited(to size: Int) throws -> HTTPServer {
        var limits = HTTPServer.Limits()
        limits.bodySize = size
        return try HTTPServer.start(limits: limits) { request in
            ServerResponse(contentType: "text/plain", text: "\(request.body.count)")
        }
    }

    @Test func `a large upload arrives whole`() async throws {
        let server = try Self.limited(to: 4 << 20)
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(3 << 20)\r\n\r\n")
        try await client.send([UInt8](repeating: 65, count: 3 << 20))
        #expect(try await client.response().text == "\(3 << 20)")
        await server.stop()
    }

    @Test func `a body announced too large is refused before it is sent`() async throws {
        let server = try Self.limited(to: 100)
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 101\r\n\r\n")
        #expect(try await client.response().status == 413)
        await server.stop()
    }

    @Test func `an unannounced body that grows too large is refused`() async throws {
        let server = try Self.limited(to: 100)
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<3 { try await client.send("28\r\n\(String(repeating: "x", count: 40))\r\n") }
        try await client.send("0\r\n\r\n")
        #expect(try await client.response().status == 413)
        await server.stop()
    }

    @Test func `a body in chunks arrives in order`() async throws {
        let server = try HTTPServer.start { _ in
            ServerResponse(
                body: .chunks { index in
                    await Task.yield()
                    return index < 100 ? Array("\(index) ".utf8) : nil
                })
        }
        let client = try RawClient(port: server.port)
        let expected = (0..<100).map { "\($0) " }.joined()
        for _ in 0..<3 {
            let response = try await client.get("/")
            #expect(response.headers["transfer-encoding"] == "chunked")
            #expect(response.text == expected)
        }
        await server.stop()
    }

    @Test func `chunks larger than the server's buffer arrive whole`() async throws {
        let chunk = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let server = try HTTPServer.start { _ in
            ServerResponse(body: .chunks(length: 3 * chunk.count) { $0 < 3 ? chunk : nil })
        }
        let response = try await RawClient(port: server.port).get("/")
        #expect(response.headers["content-length"] == "900000")
        #expect(response.body == chunk + chunk + chunk)
        await server.stop()
    }

    @Test func `an error while the body is made breaks the connection off`() async throws {
        let server = try HTTPServer.start { _ in
            ServerResponse(
                body: .chunks(length: 1000) { index in
                    guard index == 0 else { throw BrokenOff() }
                    return Array("half".utf8)
                })
        }
        let client = try RawClient(port: server.port)
        await #expect(throws: RawClient.Failure.self) { try await client.get("/") }
        await server.stop()
    }

    @Test func `an endless body ends when its client leaves`() async throws {
        let released = Gate()
        let server = try Self.endless(holding: Tripwire(released))
        do {
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            var count = 0
            while count < 1 << 20 { count += try await client.read().count }
        }
        try await released.passed()
        await server.stop()
    }

    /// Answers its first request without end; `tripwire` goes away with that answer.
    private static func endless(holding tripwire: Tripwire) throws -> HTTPServer {
        let held = Mutex<Tripwire?>(tripwire)
        return try HTTPServer.start { _ in
            let tripwire = held.withLock { held in
                defer { held = nil }
                return held
            }
            return ServerResponse(
                body: .chunks { _ in
                    withExtendedLifetime(tripwire) { [UInt8](repeating: 0, count: 1 << 16) }
                })
        }
    }
}

/// Opens a gate when it goes away.
private final class Tripwire: Sendable {
    private let gate: Gate

    init(_ gate: Gate) {
        self.gate = gate
    }

    deinit {
        gate.open()
    }
}
