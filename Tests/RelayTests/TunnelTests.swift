import Interception
import Relay
import SessionHTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TunnelTests {
    private static let connect = "CONNECT watched.test:443 HTTP/1.1\r\nHost: watched.test:443\r\n\r\n"
    private static let isOpen = "HTTP/1.1 200 Connection Established\r\n\r\n"

    @Test func `bytes pass a tunnel both ways as they come, and each side ends for itself`() async throws {
        let up = String(repeating: "0123456789abcde\0", count: 8 << 16)
        let down = String(repeating: "\r\n\r\nfedcba9876\u{16}\u{3}", count: 8 << 16)
        let seen = Notes<Bool>()
        let server = try RawServer { connection in
            // It answers only once the client has ended its side.
            seen.add(connection.readToEnd() == up)
            connection.write(down)
        }
        let origin = try Origin.onThisMachine(server.port)
        let owner = try Passer(to: 1, onTunnel: { _ in .pass(to: origin) })
        let (relay, port) = try owner.relay()
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write(Self.connect + up)
            client.endSending()
            return client.readToEnd()
        }
        let isWhole = answer == Self.isOpen + down
        #expect(isWhole, "\(answer.utf8.count) bytes")
        #expect(seen.all == [true])
        #expect(owner.callers.all.isEmpty && owner.ends.all.isEmpty)
        await relay.stop()
    }

    @Test func `a tunnel ends with the relay, and with either side`() async throws {
        let hasClosed = Notes<Bool>()
        let server = try RawServer { connection in
            connection.write("hello")
            hasClosed.add(connection.sawClose())
        }
        let origin = try Origin.onThisMachine(server.port)
        let owner = try Passer(to: 1, onTunnel: { _ in .pass(to: origin) })
        let (relay, port) = try owner.relay()
        try await blocking {
            let client = try RawConnection(port: port)
            client.write(Self.connect)
            #expect(client.readHead() == Self.isOpen && client.readText(5) == "hello")
        }
        try await until { hasClosed.all == [true] }
        let client = try await blocking {
            let client = try RawConnection(port: port)
            client.write(Self.connect)
            _ = client.readHead()
            return client.readText(5) == "hello" ? Kept(client) : nil
        }
        await relay.stop()
        #expect(client?.connection.sawClose() == true)
        try await until { hasClosed.all == [true, true] }
    }

    @Test func `plain HTTP in an opened tunnel is served without TLS, for the server that it names`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty { connection.write(WireCase.ok) }
        }
        let owner = try TunnelOpening().passer(to: server.port)
        let (relay, port) = try owner.relay()
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write("CONNECT Watched.Test.:8080 HTTP/1.1\r\n\r\n")
            guard client.readHead() == Self.isOpen else { return "" }
            client.write(WireCase.get)
            return client.readText(WireCase.ok.utf8.count)
        }
        #expect(answer == WireCase.ok)
        #expect(owner.tunnels.all == [Origin(scheme: "http", host: "watched.test", port: 8080)])
        await relay.stop()
    }

    @Test func `a tunnel whose handshake does not go on is closed and noted`() async throws {
        let owner = try TunnelOpening().passer(to: 1)
        let (relay, port) = try owner.relay { $0.headTime = .milliseconds(20) }
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write(Self.connect + "\u{16}\u{3}")
            return client.readToEnd()
        }
        #expect(answer == Self.isOpen)
        guard case .handshake(nil, _)? = owner.refusals.all.first else {
            Issue.record("\(owner.refusals.all)")
            return
        }
        await relay.stop()
    }

    @Test func `a tunnel that brings no byte is closed`() async throws {
        let owner = try TunnelOpening().passer(to: 1)
        let (relay, port) = try owner.relay { $0.idleTime = .milliseconds(20) }
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write(Self.connect)
            return client.readToEnd()
        }
        #expect(answer == Self.isOpen)
        await relay.stop()
    }

    @Test func `a client that leaves after its handshake is noted`() async throws {
        let opening = try TunnelOpening()
        let owner = try opening.passer(to: 1)
        let (relay, port) = try owner.relay()
        try await blocking { _ = try opening.client(through: port) }
        try await until { !owner.refusals.all.isEmpty }
        guard case .leftAfterHandshake? = owner.refusals.all.first else {
            Issue.record("\(owner.refusals.all)")
            return
        }
        await relay.stop()
    }

    @Test func `a tunnel that leads nowhere gets 502, and one that its owner refuses his answer`() async throws {
        let reserved = try ReservedPort()
        let origin = try Origin.onThisMachine(reserved.number)
        let owner = try Passer(
            to: 1, onTunnel: { $0.target.hasPrefix("watched") ? .pass(to: origin) : .refuse(LocalAnswer(403, "no")) })
        let (relay, port) = try owner.relay()
        let answers = try await blocking {
            try [Self.connect, "CONNECT other:1 HTTP/1.1\r\n\r\n"].map { head in
                let client = try RawConnection(port: port)
                client.write(head)
                return client.readToEnd()
            }
        }
        #expect(answers.map { $0.prefix(12) } == ["HTTP/1.1 502", "HTTP/1.1 403"])
        await relay.stop()
    }

    @Test(arguments: [
        ("h:443", "h 443"), ("LOCALHOST.:1", "localhost 1"), ("[::1]:65535", "::1 65535"), ("::1:443", "::1 443"),
        ("127.0.0.1:80", "127.0.0.1 80"), ("h", ""), ("h:", ""), ("h:0", ""), ("h:65536", ""), ("h:-1", ""),
        ("h:4 4", ""), ("u@h:443", ""), ("h/x:443", ""), (":443", ""), ("127.1:443", ""), ("*.h:443", ""),
        ("[::1]", ""),
    ])
    func `the server of a tunnel is read strictly`(target: String, server: String) {
        let read = RequestHead(method: "CONNECT", target: target, fields: []).tunnelTarget
        #expect(read.map { "\($0.host) \($0.port)" } ?? "" == server)
    }

    @Test(arguments: [
        ("GET", "http://h/x?y#z", "http h 80 /x?y#z"), ("GET", "HTTP://H.:81", "http h 81 /"),
        ("GET", "https://[::1]/ä b", "https ::1 443 /ä b"), ("GET", "http://u:p@h/x@y", "http h 80 /x@y"),
        ("GET", "http://h?q", "http h 80 /?q"), ("OPTIONS", "http://h:9", "http h 9 *"), ("GET", "/x", ""),
        ("GET", "ftp://h/", ""), ("GET", "http:///x", ""), ("GET", "http://h:x/", ""), ("GET", "*", ""),
    ])
    func `a target that is a whole URL is read, without its user`(method: String, target: String, parts: String) {
        let read = RequestHead(method: method, target: target, fields: []).absoluteTarget
        #expect(read.map { "\($0.scheme) \($0.server.host) \($0.server.port) \($0.rest)" } ?? "" == parts)
    }
}

/// Hands a connection from one thread to another, which is the only one to use it then.
private struct Kept: @unchecked Sendable {
    let connection: RawConnection

    init(_ connection: RawConnection) { self.connection = connection }
}
