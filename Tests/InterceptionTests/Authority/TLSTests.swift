import CurlTransport
import FoundationEssentials
import Glibc
@testable import Interception
import SessionHTTP
import TestSupport
import Testing

/// What a client over libcurl makes of a run's certificates, and what the server hears of it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TLSTests {
    private func get(_ proxy: ConnectProxy, trusting root: RootCertificate) async throws -> String {
        let folder = TemporaryFolder()
        folder.write(root.pem, to: "root.pem")
        let transport = CurlTransport.patient { $0.certificateAuthorityFile = folder.path + "/root.pem" }
        let url = try #require(URL(string: "https://127.0.0.1:\(proxy.port)/x"))
        let answer = try await transport.send(HTTPRequest(url: url))
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test func `a client that trusts the root is served over HTTP 1.1`() async throws {
        let authority = try RunAuthority(for: WatchList(["127.0.0.1"]))
        let proxy = try ConnectProxy(["here": authority.serverContext(for: "127.0.0.1")], direct: "here")
        #expect(try await get(proxy, trusting: authority.root) == "seen")
        #expect(proxy.answered == ["direct tls here/x"])
    }

    @Test func `a client that trusts another root is known by its alert`() async throws {
        let authority = try RunAuthority(for: WatchList(["127.0.0.1"]))
        let other = try RunAuthority(for: WatchList(["127.0.0.1"]))
        let proxy = try ConnectProxy(["here": authority.serverContext(for: "127.0.0.1")], direct: "here")
        await #expect(throws: (any Error).self) { try await get(proxy, trusting: other.root) }
        try await until { !proxy.arrivals.isEmpty }
        #expect(proxy.arrivals.map(\.failure) == [.distrusted(alert: 48)])
    }

    @Test func `a client that offers HTTP 2 alone gets no connection`() async throws {
        let authority = try RunAuthority(for: WatchList(["127.0.0.1"]))
        let proxy = try ConnectProxy(["here": authority.serverContext(for: "127.0.0.1")], direct: "here")
        let hello = ClientHello.offering("h2")
        let answer = try await blocking { try hello.exchange(with: proxy.port) }
        // RFC 8446 §6: a fatal alert, no_application_protocol.
        #expect(answer.suffix(2) == [2, 120])
        try await until { !proxy.arrivals.isEmpty }
        #expect(proxy.arrivals.map(\.failure) == [.noCommonProtocol])
    }

    @Test func `what came before the handshake is part of it`() throws {
        let authority = try RunAuthority(for: WatchList(["127.0.0.1"]))
        var ends: [CInt] = [-1, -1]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | O_NONBLOCK, 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        let hello = ClientHello.offering("http/1.1").bytes
        // The first half was read with something else, and the other half is still to come.
        let connection = try hello.prefix(40).withUnsafeBytes {
            try authority.serverContext(for: "127.0.0.1").accept(on: ends[0], after: $0)
        }
        #expect(connection.handshake() == .wantsReading)
        #expect(send(ends[1], Array(hello.dropFirst(40)), hello.count - 40, 0) == hello.count - 40)
        #expect(connection.handshake() == .wantsReading)
        var answer = [UInt8](repeating: 0, count: 6)
        #expect(recv(ends[1], &answer, answer.count, 0) == answer.count)
        // RFC 8446 §5.1 and §4: a record with a handshake, whose first message is the server's hello.
        #expect(answer[0] == 22 && answer[5] == 2)
    }

    @Test func `what is not TLS is refused with a reason`() async throws {
        let authority = try RunAuthority(for: WatchList(["127.0.0.1"]))
        let proxy = try ConnectProxy(["here": authority.serverContext(for: "127.0.0.1")], direct: "here")
        _ = try await blocking { try ClientHello(bytes: [0x16, 1, 2, 0, 1, 9]).exchange(with: proxy.port) }
        try await until { !proxy.arrivals.isEmpty }
        guard case .malformed = try #require(proxy.arrivals.first?.failure) else {
            Issue.record("\(proxy.arrivals)")
            return
        }
    }
}
