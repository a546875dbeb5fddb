import CurlTransport
import FoundationEssentials
import Glibc
import HTTPServer
import SessionCore
import TestSupport
import Testing

/// What a time-out measures: how long a server is silent, and not how long it takes.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SilenceTests {
    private static let timeout = Duration.seconds(4)
    /// A fifth of the time-out.
    private static let pause: UInt32 = 800_000
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

    /// A server that sends these parts with a pause before each, longer together than the time-out.
    private static func server(sending parts: [String]) throws -> RawServer {
        try RawServer { connection in
            _ = connection.readHead()
            for part in parts {
                usleep(pause)
                guard connection.write(part) else { return }
            }
        }
    }

    private static let events = [head + "\r\n"] + (1...7).map { "data: \($0)\n\n" }

    @Test func `address 2: a stream that goes on sending outlives the time-out`() async throws {
        let server = try Self.server(sending: Self.events)
        let response = try await CurlTransport.patient().send(HTTPRequest(url: try server.url, timeout: Self.timeout))
        #expect(response.text == Self.events.dropFirst().joined())
    }

    @Test func `address 2: a head that comes line by line outlives the time-out`() async throws {
        let lines = (1...6).map { "X-Line-\($0): x\r\n" } + ["Content-Length: 4\r\n\r\nfine"]
        let server = try Self.server(sending: [Self.head] + lines)
        let transport = CurlTransport.patient { $0.timeout = Self.timeout }
        #expect(try await transport.send(HTTPRequest(url: try server.url)).text == "fine")
    }

    @Test func `address 2: a body that is received slowly outlives the time-out`() async throws {
        let part = 4 << 20
        let server = try RawServer { connection in
            _ = connection.readHead()
            for _ in 0..<8 {
                usleep(Self.pause)
                _ = connection.readText(part)
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine")
        }
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 8 * part)
        let request = HTTPRequest(method: "PUT", url: try server.url, body: .bytes(body), timeout: Self.timeout)
        #expect(try await CurlTransport.patient().send(request).text == "fine")
    }

    @Test func `address 2: each redirect has a silence of its own`() async throws {
        let server = try HTTPServer.start { request in
            try? await Task.sleep(for: .seconds(1))
            let number = Int(request.path.dropFirst()) ?? 0
            return number == 5
                ? ServerResponse(contentType: "text/plain", text: "fine")
                : ServerResponse(status: 302, headers: ["Location": "/\(number + 1)"], body: .bytes([]))
        }
        let request = HTTPRequest(url: try server.url("/0"), timeout: Self.timeout)
        #expect(try await CurlTransport.patient().send(request).text == "fine")
    }

    @Test(arguments: [true, false])
    func `address 2: the whole is limited where that was asked`(byRequest: Bool) async throws {
        let server = try Self.server(sending: Self.events)
        let transport = CurlTransport.patient { if !byRequest { $0.maximumTime = .seconds(3) } }
        let request = HTTPRequest(url: try server.url, maximumTime: byRequest ? .seconds(3) : nil)
        let error = try await failure(of: transport, request)
        #expect(error.after(nil) == .timedOut(.receiving))
    }
}
