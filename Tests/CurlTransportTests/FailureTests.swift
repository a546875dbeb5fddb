import CurlTransport
import FoundationEssentials
import Glibc
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FailureTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `a name without an address`() async throws {
        // Longer than a label can be, so that no name server is asked.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let error = try await failure(of: CurlTransport.patient(), HTTPRequest(url: try url("http://\(host)/")))
        #expect(error == .couldNotResolve(host: host))
    }

    @Test(arguments: [
        ("/orders", "the URL is relative: it names no host"), ("?x=1", "the URL is relative: it names no host"),
        ("revoke", "the URL is relative: it names no host"), ("//other/a", "the URL is relative: it names no host"),
        ("http:/orders", "the URL names no host"), ("https:///orders", "the URL names no host"),
        ("ftp://127.0.0.1/orders", "the scheme of the URL is not http or https"),
    ])
    func `a URL without a host goes nowhere, whatever was asked before`(text: String, reason: String) async throws {
        let arrivals = Collector<String>()
        let server = try HTTPServer.start { request in
            arrivals.add(request.path)
            return ServerResponse(status: 204)
        }
        let transport = CurlTransport.patient()
        let request = HTTPRequest(method: "POST", url: try url(text), body: .text("secret"))
        for _ in 0..<2 {
            _ = try await transport.send(HTTPRequest(url: try server.url("/first")))
            #expect(try await failure(of: transport, request) == .invalidRequest(reason))
        }
        #expect(arrivals.all == ["/first", "/first"])
    }

    @Test func `a port where nobody listens`() async throws {
        let port = try ReservedPort()
        let request = HTTPRequest(url: try url("http://127.0.0.1:\(port.number)/"))
        let error = try await failure(of: CurlTransport.patient(), request)
        #expect(error == .couldNotConnect(host: "127.0.0.1:\(port.number)", reason: "Connection refused"))
        withExtendedLifetime(port) {}
    }

    @Test func `a server that accepts nobody`() async throws {
        let server = try RawServer(backlog: 0)
        let crowd = try Crowd(at: server.port)
        let transport = CurlTransport.patient { $0.connectTimeout = .seconds(1) }
        #expect(try await failure(of: transport, HTTPRequest(url: try server.url)) == .timedOut(.connect))
        withExtendedLifetime(crowd) {}
    }

    @Test func `a server that never answers`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            _ = connection.sawClose()
        }
        let error = try await failure(
            of: CurlTransport.patient(), HTTPRequest(url: try server.url, timeout: .seconds(1)))
        #expect(error == .timedOut(.waiting))
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome"])
    func `a server that stops in the middle`(start: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(start)
            _ = connection.sawClose()
        }
        let transport = CurlTransport.patient { $0.timeout = .seconds(5) }
        let error = try await failure(of: transport, HTTPRequest(url: try server.url))
        #expect(error.after(nil) == .timedOut(.receiving))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome", "HTTP/1.1 200 OK\r\nX-Half",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n",
        "\u{0}\u{1}garbage\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "<html>no status line</html>",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nno gzip.",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
    ])
    func `an answer that is broken off or no HTTP`(answer: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(answer)
        }
        let error = try await failure(of: CurlTransport.patient(), HTTPRequest(url: try server.url))
        guard case .brokenOff(let reason, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `a connection that is reset`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.reset()
        }
        let error = try await failure(of: CurlTransport.patient(), HTTPRequest(url: try server.url))
        guard case .brokenOff = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test func `a body beyond the limit, announced or not`() async throws {
        let server = try HTTPServer.start { request in
            let body = [UInt8](repeating: 1, count: request.path == "/fits" ? 1000 : 1001)
            return ServerResponse(
                body: request.path == "/chunked" ? .chunks { $0 == 0 ? body : nil } : .bytes(body))
        }
        let transport = CurlTransport.patient { $0.bodyLimit = 1000 }
        #expect(try await transport.send(HTTPRequest(url: try server.url("/fits"))).body.count == 1000)
        for path in ["/", "/chunked"] {
            let error = try await failure(of: transport, HTTPRequest(url: try server.url(path)))
            #expect(error.after(nil) == .tooLarge(limit: 1000))
            #expect(error.partialAnswer?.answer.status == 200)
            #expect(error.partialAnswer?.expectedSize == (path == "/" ? 1001 : nil))
        }
        let head = try await transport.send(HTTPRequest(method: "HEAD", url: try server.url("/")))
        #expect(head.headers["Content-Length"] == "1001")
    }

    static let ownHeaderLimit = TransportError.brokenOff("its header is larger than 262144 bytes")

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\n", String(repeating: "x", count: 1000), [TransportError.tooLarge(limit: 1 << 20)]),
        (
            "HTTP/1.1 200 OK\r\n", "X-More: \(String(repeating: "x", count: 1000))\r\n",
            [FailureTests.ownHeaderLimit]
        ),
        // libcurl's own limit for one line comes first.
        ("HTTP/1.1 200 OK\r\n", String(repeating: "x", count: 1000), []),
        ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", [FailureTests.ownHeaderLimit]),
    ])
    func `an endless answer is ended`(start: String, more: String, expected: [TransportError]) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(start)
            while connection.write(more) {}
        }
        let transport = CurlTransport.patient { $0.bodyLimit = 1 << 20 }
        let error = try await failure(of: transport, HTTPRequest(url: try server.url))
        guard case .brokenOff = error, expected.isEmpty else {
            #expect(expected.contains(error.after(nil)))
            return
        }
    }

    @Test(arguments: [
        ("GET\r\nX: y", "/", "X", "y"), ("GET /", "/", "X", "y"), ("", "/", "X", "y"), ("GET", "/", "X", "a\r\nY: b"),
        ("GET", "/", "X", "a\nb"), ("GET", "/", "X", "a\u{0}b"), ("GET", "/", "X\r\nY", "z"), ("GET", "/", "X Y", "z"),
        ("GET", "/", "", "z"), ("GET", "/", "Content-Length", "5"), ("GET", "/", "Transfer-Encoding", "chunked"),
    ])
    func `a request that would say more than it says is not sent`(
        method: String, path: String, name: String, value: String
    ) async throws {
        let arrivals = Collector<String>()
        let server = try HTTPServer.start { request in
            arrivals.add(request.target)
            return ServerResponse()
        }
        let transport = CurlTransport.patient()
        let error = try await failure(
            of: transport, HTTPRequest(method: method, url: try server.url(path), headers: [name: value]))
        guard case .invalidRequest(let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!reason.contains(value) || value.count < 3, "a value can be a secret")
        _ = try await transport.send(HTTPRequest(url: try server.url("/fine")))
        #expect(arrivals.all == ["/fine"])
    }

    @Test(arguments: [
        "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1:70/", "http://u:p@127.0.0.1/", "/path",
    ])
    func `only plain http and https URLs are spoken`(text: String) async throws {
        let error = try await failure(of: CurlTransport.patient(), HTTPRequest(url: try url(text)))
        guard case .invalidRequest = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(arguments: [HTTPBody.bytes([]), .text("x")])
    func `hole RequestRules: HEAD takes no body`(body: HTTPBody) async throws {
        let request = HTTPRequest(method: "HEAD", url: try url("http://127.0.0.1:9/"), body: body)
        #expect(try await failure(of: CurlTransport.patient(), request) == .invalidRequest("HEAD takes no body"))
    }

    @Test func `a time-out of nothing is one at once`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse() }
        let request = HTTPRequest(url: try server.url("/"), timeout: .zero)
        #expect(try await failure(of: CurlTransport.patient(), request) == .timedOut(.waiting))
    }

    @Test func `loss 9: the longest time-outs there are can be counted`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine")
        }
        let transport = CurlTransport.patient {
            $0.timeout = .seconds(Int64.max)
            $0.connectTimeout = .seconds(Int64.max)
        }
        #expect(try await transport.send(HTTPRequest(url: try server.url)).text == "fine")
    }

    @Test func `a failure leaves the transport fit for use`() async throws {
        let server = try HTTPServer.start { request in
            switch request.path {
            case "/drop": .drop
            case "/hang": .hang
            default: ServerResponse(contentType: "text/plain", text: "fine")
            }
        }
        let transport = CurlTransport.patient { $0.timeout = .milliseconds(200) }
        for path in ["/drop", "/hang", "/drop"] {
            _ = try await failure(of: transport, HTTPRequest(url: try server.url(path)))
            #expect(
                try await transport.send(HTTPRequest(url: try server.url("/"), timeout: patience)).text == "fine")
        }
    }
}

/// Clients that fill a listener's queue, so that the next one gets no answer at all.
private final class Crowd {
    private var descriptors: [CInt] = []

    init(at port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        for _ in 0..<8 {
            let descriptor = socket(
                AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
            descriptors.append(descriptor)
            _ = withUnsafeBytes(of: address) { bytes in
                bytes.bindMemory(to: sockaddr.self).baseAddress.map {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
