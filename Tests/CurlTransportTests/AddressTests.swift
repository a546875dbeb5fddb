import CurlTransport
import FoundationEssentials
import Glibc
import HTTPServer
import SessionCore
import TestSupport
import Testing

/// Requests that may go to some kinds of address only.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct AddressTests {
    /// A name of this machine that must be looked up, and the server's address that it leads to; `nil` where there is
    /// none.
    private static let named: (name: String, address: HTTPServer.Address)? = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let own = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for name in [own, "ip6-localhost"] {
            if address(of: name) == "127.0.0.1" { return (name, .ipv4) }
            if address(of: name) == "::1" { return (name, .ipv6) }
        }
        return nil
    }()

    private static func address(of name: String) -> String? {
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        var text = [CChar](repeating: 0, count: 64)
        let result = getnameinfo(
            found.pointee.ai_addr, found.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func request(_ url: String, _ addresses: Set<AddressKind>? = [.global]) throws -> HTTPRequest {
        var request = HTTPRequest(url: try #require(URL(string: url)))
        request.addresses = addresses
        return request
    }

    @Test(arguments: ["http://127.0.0.1", "http://127.1", "http://0x7f000001", "http://localhost", "http://[::1]"])
    func `an address in the URL is refused where it is not allowed`(origin: String) async throws {
        let error = try await failure(of: CurlTransport.patient(), try request("\(origin):1/"))
        guard case .addressNotAllowed(_, .loopback) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(.enabled(if: named != nil))
    func `a name is judged by the address that it has, also on a connection that is kept`() async throws {
        let paths = Collector<String>()
        let (name, address) = try #require(Self.named)
        let server = try HTTPServer.start(address: address) { request in
            paths.add(request.path)
            return ServerResponse()
        }
        let transport = CurlTransport.patient()
        let origin = "http://\(name):\(server.port)"
        let expected = TransportError.addressNotAllowed(host: name, .loopback)
        #expect(try await failure(of: transport, try request("\(origin)/1")) == expected)
        _ = try await transport.send(try request("\(origin)/2", nil))
        #expect(try await failure(of: transport, try request("\(origin)/3")) == expected)
        _ = try await transport.send(try request("\(origin)/4", [.loopback]))
        #expect(paths.all == ["/2", "/4"])
    }

    @Test func `a redirect leads to no address that is not allowed`() async throws {
        let paths = Collector<String>()
        let inner = try HTTPServer.start(address: .ipv6) { request in
            paths.add(request.path)
            return ServerResponse()
        }
        let outer = try HTTPServer.start { [origin = inner.origin] _ in
            ServerResponse(status: 302, headers: ["Location": origin + "/"])
        }
        let transport = CurlTransport.patient { $0.addresses = [.privateNetwork] }
        #expect(
            try await failure(of: transport, try request(inner.origin, nil))
                == .addressNotAllowed(host: "::1", .loopback))
        #expect(try await transport.send(try request(outer.origin, [.loopback])).redirects.count == 1)
        #expect(paths.all == ["/"])
    }

    @Test func `the connection says what kind of address answered`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse() }
        let response = try await CurlTransport.patient().send(try request(server.origin, nil))
        #expect(response.connection?.addressKind == .loopback)
    }

    @Test func `a body is kept up to the request's own limit`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(body: .bytes(Array(repeating: 65, count: 2_000))) }
        var request = try request(server.origin, nil)
        request.bodyLimit = 1_000
        guard case .tooLarge(1_000, _) = try await failure(of: CurlTransport.patient(), request) else {
            Issue.record("it is not refused")
            return
        }
        request.bodyLimit = 2_000
        #expect(try await CurlTransport.patient().send(request).body.count == 2_000)
    }
}
