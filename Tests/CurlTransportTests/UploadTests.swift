import CurlTransport
import Dispatch
import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UploadTests {
    private static func echo() throws -> HTTPServer {
        var limits = HTTPServer.Limits()
        limits.bodySize = 64 << 20
        return try HTTPServer.start(limits: limits) { request in
            let framing = request.headers["Content-Length"] ?? request.headers["Transfer-Encoding"] ?? "-"
            let sum = request.body.reduce(0) { ($0 &* 31) &+ Int($1) }
            return ServerResponse(
                contentType: "text/plain", text: "\(request.method) \(framing) \(request.body.count) \(sum)")
        }
    }

    private static func stream(_ chunks: [[UInt8]], length: Int? = nil) -> HTTPBody {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
        return .stream(HTTPBodyStream(length: length, chunks: stream))
    }

    @Test(arguments: [nil, 300_003])
    func `a stream is sent whole, with its length or in chunks`(length: Int?) async throws {
        let server = try Self.echo()
        let chunks: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 4, count: 300_000)]
        let sum = chunks.joined().reduce(0) { ($0 &* 31) &+ Int($1) }
        let response = try await CurlTransport.patient().send(
            HTTPRequest(method: "PUT", url: try server.url("/"), body: Self.stream(chunks, length: length)))
        #expect(response.text == "PUT \(length.map(String.init) ?? "chunked") 300003 \(sum)")
    }

    @Test func `an upload waits for its producer while others go on`() async throws {
        let server = try Self.echo()
        let transport = CurlTransport.patient()
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let upload = Task {
            try await transport.send(
                HTTPRequest(
                    method: "POST", url: try server.url("/"), body: .stream(HTTPBodyStream(chunks: stream))))
        }
        for _ in 0..<20 {
            continuation.yield([1])
            _ = try await transport.send(HTTPRequest(url: try server.url("/")))
        }
        continuation.finish()
        #expect(try await upload.value.text.hasPrefix("POST chunked 20 "))
    }

    @Test func `a producer is held back by a server that does not read`() async throws {
        let arrived = Gate()
        let go = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            _ = connection.readHead()
            arrived.open()
            go.wait()
            _ = connection.readText(1 << 20)
        }
        let produced = Mutex(0)
        let stream = AsyncThrowingStream<[UInt8], any Error> {
            produced.withLock { $0 += 1 }
            return [UInt8](repeating: 9, count: 1 << 20)
        }
        let transport = CurlTransport.patient()
        let task = Task {
            try await transport.send(
                HTTPRequest(method: "POST", url: try server.url, body: .stream(HTTPBodyStream(chunks: stream))))
        }
        try await arrived.passed()
        // The kernel's buffers take some; what was produced must then stand still while the transport does other work.
        let other = try Self.echo()
        var last = -1
        while produced.withLock({ $0 }) != last {
            last = produced.withLock { $0 }
            for _ in 0..<20 { _ = try await transport.send(HTTPRequest(url: try other.url("/"))) }
        }
        #expect(last < 64)
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        go.signal()
    }

    @Test(arguments: [2, 4])
    func `a stream that breaks its word is not passed off as whole`(length: Int) async throws {
        let server = try Self.echo()
        let error = try await failure(
            of: CurlTransport.patient(),
            HTTPRequest(method: "POST", url: try server.url("/"), body: Self.stream([[1, 2, 3]], length: length)))
        let reason = length < 3 ? "its body is longer than announced" : "its body is shorter than announced"
        #expect(error == .invalidRequest(reason))
    }

    @Test func `a stream that fails fails its request`() async throws {
        struct Lost: Error {}
        let server = try Self.echo()
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield([1])
        continuation.finish(throwing: Lost())
        let error = try await failure(
            of: CurlTransport.patient(),
            HTTPRequest(method: "POST", url: try server.url("/"), body: .stream(HTTPBodyStream(chunks: stream))))
        #expect(error == .invalidRequest("its body could not be read: Lost()"))
    }

    @Test func `a producer learns that nobody reads any more`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let ended = Gate()
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.onTermination = { _ in ended.open() }
        continuation.yield([1])
        let response = try await CurlTransport.patient().send(
            HTTPRequest(method: "POST", url: try server.url, body: .stream(HTTPBodyStream(chunks: stream))))
        #expect(response.status == 413)
        try await ended.passed()
    }
}
