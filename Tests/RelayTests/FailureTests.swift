import Dispatch
import Interception
import Relay
import SessionHTTP
import TestSupport
import Testing

/// What a caller meets where its server fails and the relay doesn't answer for it: what the relay itself met.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FailureTests {
    /// What came, and how it ended.
    private struct Met: Equatable {
        var text: String
        var wasReset: Bool
    }

    private func meets(_ port: UInt16) async throws -> Met {
        let owner = try Passer(to: port, answersForServer: false)
        let (relay, port) = try owner.relay()
        let met = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            return Met(text: client.readToEnd(), wasReset: client.wasReset)
        }
        try await until { owner.ends.all.count == 1 }
        guard case .failed = owner.ends.all.first?.outcome else {
            Issue.record("\(owner.ends.all)")
            return met
        }
        await relay.stop()
        return met
    }

    @Test func `a server that closes without an answer closes for its caller, too`() async throws {
        let server = try RawServer { connection in _ = connection.readHead() }
        #expect(try await meets(server.port) == Met(text: "", wasReset: false))
    }

    @Test func `a server that resets the connection resets it for its caller, too`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.reset()
        }
        #expect(try await meets(server.port) == Met(text: "", wasReset: true))
    }

    @Test func `a reset in the middle of an answer is one for its caller, too`() async throws {
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
        let passed = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(half)
            passed.wait()
            connection.reset()
        }
        let owner = try Passer(to: server.port, answersForServer: false)
        let (relay, port) = try owner.relay()
        let met = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            let text = client.readText(half.utf8.count)
            passed.signal()
            return (text, client.readToEnd(), client.wasReset)
        }
        #expect(met.0 == half && met.1.isEmpty && met.2)
        await relay.stop()
    }

    @Test func `where nobody listens the connection is reset`() async throws {
        #expect(try await meets(ReservedPort().number) == Met(text: "", wasReset: true))
    }

    @Test func `an answer that is not HTTP passes as it came`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("SSH-2.0-x\r\n\r\n")
        }
        #expect(try await meets(server.port) == Met(text: "SSH-2.0-x\r\n\r\n", wasReset: false))
    }

    // MARK: - Tunnels

    private static let isOpen = "HTTP/1.1 200 Connection Established\r\n\r\n"

    @Test func `an opened tunnel to where nobody listens gets 502, and its owner hears of it`() async throws {
        let reserved = try ReservedPort()
        let origin = try Origin.onThisMachine(reserved.number)
        let context = try RunAuthority(for: WatchList(["127.0.0.1"])).serverContext(for: "127.0.0.1")
        let owner = try Passer(to: 1, onTunnel: { $0.tunnelTarget.map { .open($0, context, reaching: origin) } })
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("CONNECT 127.0.0.1:\(reserved.number) HTTP/1.1\r\n\r\n")
            return client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 502 "))
        guard case .unreachable(origin, _, _)? = owner.refusals.all.first else {
            Issue.record("\(owner.refusals.all)")
            return
        }
        await relay.stop()
    }

    @Test func `a tunnel's server is connected to once, whatever is spoken in it`() async throws {
        let heads = Notes<String>()
        let server = try RawServer { connection in
            let head = connection.readHead()
            heads.add(head)
            connection.write(WireCase.ok)
            _ = connection.sawClose()
        }
        let origin = try Origin.onThisMachine(server.port)
        let context = try RunAuthority(for: WatchList(["127.0.0.1"])).serverContext(for: "127.0.0.1")
        let owner = try Passer(
            to: server.port, onTunnel: { $0.tunnelTarget.map { .open($0, context, reaching: origin) } })
        let (relay, port) = try owner.relay()
        let answer = try await blocking {
            let client = try RawConnection(port: port)
            client.write("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n\r\n" + WireCase.get)
            return client.readText((Self.isOpen + WireCase.ok).utf8.count)
        }
        #expect(answer == Self.isOpen + WireCase.ok)
        #expect(heads.all == [WireCase.get])
        await relay.stop()
        #expect(heads.all == [WireCase.get])
    }
}
