import CurlTransport
import FoundationEssentials
import Glibc
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ExchangeTests {
    @Test func `a request goes out exactly as it stands`() async throws {
        let heads = Collector<String>()
        let server = try RawServer { connection in
            heads.add(connection.readHead())
            connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/a/../b%20c?d=%2F#e"))
        let transport = CurlTransport.patient { $0.userAgent = "tests" }
        let response = try await transport.send(
            HTTPRequest(url: url, headers: ["X-One": "1", "x-two": "zwei ü", "X-Empty": "", "Accept": "text/plain"]))
        #expect(response.status == 204)
        let lines = try #require(heads.all.first).split(separator: "\r\n").map(String.init)
        #expect(lines.first == "GET /a/../b%20c?d=%2F HTTP/1.1")
        #expect(
            Set(lines.dropFirst()) == [
                "Host: 127.0.0.1:\(server.port)", "User-Agent: tests", "X-One: 1", "x-two: zwei ü", "X-Empty:",
                "Accept: text/plain", "Accept-Encoding: \(try #require(acceptEncoding(in: lines)))",
            ])
    }

    private func acceptEncoding(in lines: [String]) -> String? {
        lines.first { $0.hasPrefix("Accept-Encoding: ") }.map { String($0.dropFirst("Accept-Encoding: ".count)) }
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET", "REPORT"])
    func `a body goes with any method, and nothing is said about it that the caller did not say`(
        method: String
    ) async throws {
        let heads = Collector<String>()
        let server = try RawServer { connection in
            heads.add(connection.readHead())
            heads.add(connection.readText(5))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        _ = try await CurlTransport.patient().send(
            HTTPRequest(method: method, url: try server.url, body: .text("hello")))
        let head = try #require(heads.all.first)
        #expect(head.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(head.contains("\r\nContent-Length: 5\r\n"))
        #expect(!head.contains("Content-Type") && !head.contains("Expect"))
        #expect(heads.all.last == "hello")
    }

    @Test func `an empty body has a length of zero, no body has none`() async throws {
        let heads = Collector<String>()
        let server = try RawServer { connection in
            heads.add(connection.readHead())
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let transport = CurlTransport.patient()
        _ = try await transport.send(HTTPRequest(method: "POST", url: try server.url, body: .bytes([])))
        _ = try await transport.send(HTTPRequest(method: "POST", url: try server.url))
        #expect(heads.all.map { $0.contains("Content-Length: 0") } == [true, false])
    }

    @Test func `a large body is not held back for a 100 Continue`() async throws {
        let server = try HTTPServer.start(limits: Self.roomy) { request in
            ServerResponse(
                contentType: "text/plain",
                text: "\(request.body.count) \(request.headers["Expect"] ?? "no expectation")")
        }
        let body = [UInt8](repeating: 7, count: 3 << 20)
        let response = try await CurlTransport.patient().send(
            HTTPRequest(method: "POST", url: try server.url("/"), body: .bytes(body)))
        #expect(response.text == "\(3 << 20) no expectation")
    }

    private static var roomy: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        limits.bodySize = 16 << 20
        return limits
    }

    @Test func `what one request set does not reach the next one on its handle`() async throws {
        let server = try HTTPServer.start { request in
            let fields = ["Content-Type", "X-Once"].map { request.headers[$0] ?? "-" }.joined(separator: " ")
            return ServerResponse(
                contentType: "text/plain",
                text: "\(request.method) \(fields) \(String(decoding: request.body, as: UTF8.self))")
        }
        let transport = CurlTransport.patient()
        let url = try server.url("/")
        let once: HTTPHeaders = ["X-Once": "1", "Content-Type": "a/b"]
        #expect(
            try await transport.send(HTTPRequest(method: "PUT", url: url, headers: once, body: .text("x"))).text
                == "PUT a/b 1 x")
        #expect(try await transport.send(HTTPRequest(url: url)).text == "GET - - ")
        #expect(try await transport.send(HTTPRequest(method: "HEAD", url: url)).text == "")
        #expect(try await transport.send(HTTPRequest(url: url)).text == "GET - - ")
        #expect(try await transport.send(HTTPRequest(method: "DELETE", url: url)).text == "DELETE - - ")
        #expect(try await transport.send(HTTPRequest(url: url)).text == "GET - - ")
    }

    @Test func `HEAD brings the header alone`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(contentType: "text/plain", text: "hello") }
        let response = try await CurlTransport.patient().send(HTTPRequest(method: "HEAD", url: try server.url("/")))
        #expect(response.status == 200)
        #expect(response.headers["content-length"] == "5")
        #expect(response.body.isEmpty)
    }

    @Test func `fields come in order, folded lines joined, interim answers and trailers left out`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            connection.write("HTTP/1.1 200 OK\r\nX-A:  one \r\nx-a: two\r\nX-B: three\r\n  four\r\nX-C:\r\n")
            connection.write("Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Trailer: t\r\n\r\n")
        }
        let response = try await CurlTransport.patient().send(HTTPRequest(url: try server.url))
        #expect(response.text == "hi")
        #expect(response.headers.values(of: "X-A") == ["one", "two"])
        #expect(response.headers["X-B"] == "three four")
        #expect(response.headers["X-C"] == "")
        #expect(response.headers["Link"] == nil && response.headers["X-Trailer"] == nil)
    }

    @Test(arguments: [
        (
            "gzip",
            [
                31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 202, 77, 45, 46, 78, 76, 79, 85, 178, 82, 202, 72, 205, 201,
                201,
                215, 81, 192, 66, 41, 213, 2, 0, 32, 223, 18, 247, 40, 0, 0, 0,
            ] as [UInt8]
        ),
        (
            "br",
            [
                27, 39, 0, 248, 165, 69, 116, 246, 250, 182, 36, 149, 108, 50, 140, 76, 64, 131, 137, 156, 146, 161, 30,
                28,
            ]
        ),
    ])
    func `a compressed body arrives as it was before`(coding: String, bytes: [UInt8]) async throws {
        let server = try HTTPServer.start { request in
            let isWelcome = request.headers["Accept-Encoding"]?.contains(coding) == true
            return ServerResponse(
                status: isWelcome ? 200 : 406, headers: ["Content-Encoding": coding], body: .bytes(bytes))
        }
        let response = try await CurlTransport.patient().send(HTTPRequest(url: try server.url("/")))
        #expect(response.status == 200)
        #expect(response.text == #"{"message":"hello, hello, hello, hello"}"#)
    }

    @Test func `one connection serves requests in turn and tells so`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(contentType: "text/plain", text: "hello") }
        let transport = CurlTransport.patient()
        let first = try await transport.send(HTTPRequest(url: try server.url("/")))
        let second = try await transport.send(HTTPRequest(url: try server.url("/")))
        #expect(first.connection?.isReused == false && second.connection?.isReused == true)
        #expect(first.connection?.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(first.connection?.tls == nil)
        #expect(first.version == "1.1")
        let (one, two) = (try #require(first.timings), try #require(second.timings))
        #expect(one.nameLookup <= one.connect && one.connect <= one.firstByte && one.firstByte <= one.total)
        #expect(one.connect > .zero && one.tls == .zero)
        #expect(two.connect == .zero && two.tls == .zero && two.firstByte > .zero)
    }

    @Test func `an IPv6 address is told in brackets`() async throws {
        let server = try HTTPServer.start(address: .ipv6) { _ in ServerResponse(status: 204) }
        let response = try await CurlTransport.patient().send(HTTPRequest(url: try server.url("/")))
        #expect(response.connection?.remoteAddress == "[::1]:\(server.port)")
    }

    @Test func `two hundred requests at once each get their own answer`() async throws {
        let server = try HTTPServer.start { ServerResponse(contentType: "text/plain", text: $0.target) }
        let transport = CurlTransport.patient()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    for turn in 0..<5 {
                        let response = try await transport.send(HTTPRequest(url: try server.url("/\(number)/\(turn)")))
                        #expect(response.text == "/\(number)/\(turn)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `no more connections are opened than allowed`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(status: 204) }
        let transport = CurlTransport.patient { $0.maximumConnectionsPerHost = 2 }
        let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await transport.send(HTTPRequest(url: try server.url("/"))).connection?.isReused == false
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect((1...2).contains(opened))
    }

    @Test func `no child process inherits a connection`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(status: 204) }
        let transport = CurlTransport.patient()
        _ = try await transport.send(HTTPRequest(url: try server.url("/")))
        let connections = (0..<min(getdtablesize(), 1 << 16)).filter { Self.remotePort(of: $0) == server.port }
        #expect(connections.count == 1)
        for connection in connections { #expect(fcntl(connection, F_GETFD) & FD_CLOEXEC != 0) }
        withExtendedLifetime(transport) {}
    }

    /// Where a descriptor of this process is a socket that is connected.
    private static func remotePort(of descriptor: CInt) -> UInt16? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.bindMemory(to: sockaddr.self).baseAddress.map { getpeername(descriptor, $0, &size) == 0 } ?? false
        }
        return isConnected && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
    }

    @Test(arguments: [("500 Oops: all of it", "Oops: all of it"), ("404 ", nil), ("200", nil)])
    func `the reason phrase is what came`(line: String, reason: String?) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 \(line)\r\nX-One: 1\r\nContent-Length: 0\r\n\r\n")
        }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
        let response = try await CurlTransport.patient { _ in }.send(HTTPRequest(url: url))
        #expect(response.reason == reason)
        #expect(response.headers.fields.map(\.name) == ["X-One", "Content-Length"])
    }
}
