import FoundationEssentials
import Relay
import SessionHTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HostileTests {
    /// What is sent, and the status of the answer; 0 is a close without any.
    static let heads: [(String, Int)] = [
        ("GET / HTTP/1.1\nHost: h\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\0b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 5 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 5\r\ncontent-length: 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length : 5\r\n\r\nhello", 400),
        ("GET / HTTP/1.1\r\n X: folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n: no name\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\n\r\n", 400),
        ("GET /\r\n\r\n", 400),
        ("G<T / HTTP/1.1\r\n\r\n", 400),
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\n\r\n", 505),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("\u{16}\u{3}\u{1}\0\u{5}hello", 0),
        ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 1 << 20) + "\r\n\r\n", 431),
        (String(repeating: "x", count: 1 << 20), 431),
        ("GET / HTTP/1.1\r\nHo", 0),
    ]

    @Test(arguments: heads)
    func `a hostile head is refused, and reaches no server`(head: String, status: Int) async throws {
        let owner = try Passer(to: 1)
        let (relay, port) = try owner.relay()
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write(head)
            client.endSending()
            return client.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") || status == 0 && answer.isEmpty)
        #expect(owner.callers.all.isEmpty)
        await relay.stop()
    }

    @Test(arguments: [
        "8000000000000000\r\n", "10000000000000000\r\n", "-1\r\n", "\r\n", "g\r\n", " 3\r\nabc\r\n", "3\nabc\r\n",
        "3\r\nabcd\r\n", "3;\nabc\r\n", "0\r\nX: y\n\r\n", "0\r\n\n", String(repeating: "0", count: 70_000),
    ])
    func `chunks that are none are refused`(chunks: String) async throws {
        let server = try RawServer { connection in while !connection.sawClose() {} }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
            return client.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        try await until { owner.ends.all.map(\.outcome) == [.malformed] }
        await relay.stop()
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nContent-Length: 0\n\n", "HTTP/2 200\r\n\r\n", "nonsense\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 70_000),
        "",
    ])
    func `an answer that is no HTTP is told as the server's fault`(answer: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(answer)
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            return client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 502 "))
        await relay.stop()
    }

    @Test func `an answer that breaks off breaks off for its caller, too`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            return client.readToEnd()
        }
        #expect(text.hasSuffix("\r\n\r\nhalf"))
        try await until { owner.ends.all.count == 1 }
        #expect(owner.ends.all.first?.outcome != .complete)
        await relay.stop()
    }

    @Test func `nobody listens: 502 says where`() async throws {
        let reserved = try ReservedPort()
        let (relay, port) = try Passer(to: reserved.number).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            return client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 502 ") && text.contains("127.0.0.1:\(reserved.number)"))
        await relay.stop()
    }

    @Test func `a head that comes too slowly is not waited for`() async throws {
        let owner = try Passer(to: 1)
        let (relay, port) = try owner.relay { $0.headTime = .milliseconds(20) }
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("GET / HTTP/1.1\r\nHo")
            return client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 408 "))
        await relay.stop()
    }

    @Test func `a connection that brings nothing is closed`() async throws {
        let (relay, port) = try Passer(to: 1).relay { $0.idleTime = .milliseconds(20) }
        #expect(try await blocking { try RawConnection(port: port).readToEnd() }.isEmpty)
        await relay.stop()
    }

    @Test func `a server that says nothing is waited for no longer than the limit`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            _ = connection.sawClose()
        }
        let (relay, port) = try Passer(to: server.port).relay { $0.silence = .milliseconds(20) }
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            return client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 504 "))
        await relay.stop()
    }
}
