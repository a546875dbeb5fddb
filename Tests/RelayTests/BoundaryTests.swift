import CurlTransport
import Dispatch
import Relay
import SessionHTTP
import TestSupport
import Testing

/// What lies between two requests of a connection, and at its end.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BoundaryTests {
    @Test func `what follows a body at once is the next request`() async throws {
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                let text = "\(head.split(separator: " ")[1])\(head.hasPrefix("POST") ? connection.readText(3) : "")"
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(
                "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: h\r\n\r\n")
            client.endSending()
            return client.readToEnd()
        }
        #expect(text.contains("\r\n\r\n/aabcHTTP/1.1 200") && text.hasSuffix("\r\n\r\n/b"), "\(text)")
        await relay.stop()
    }

    @Test func `a connection that its server closed while a request was decided on is not used`() async throws {
        let connections = Notes<String>()
        let closed = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            connections.add(String(connection.readHead().prefix(6)))
            connection.write(WireCase.ok)
            connection.endSending()
            closed.signal()
        }
        let owner = try Passer(to: server.port) { request in
            if request.target == "/2" { closed.wait() }
            return nil
        } onAnswer: { _, _, _ in
            nil
        }
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(["/1", "/2"].map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            client.endSending()
            return client.readToEnd()
        }
        #expect(text == WireCase.ok + WireCase.ok && connections.all == ["GET /1", "GET /2"])
        await relay.stop()
    }

    @Test func `who still sends gets the refusal, and is not cut off`() async throws {
        let owner = try Passer(to: 1) { _ in
            .refuse(LocalAnswer(413, "too large"))
        } onAnswer: { _, _, _ in
            nil
        }
        let (relay, port) = try owner.relay()
        let (isSent, text) = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 8000000\r\n\r\n")
            // More than the sockets' buffers hold.
            let isSent = client.write([UInt8](repeating: 0x61, count: 8_000_000))
            client.endSending()
            return (isSent, client.readToEnd())
        }
        #expect(isSent && text.hasPrefix("HTTP/1.1 413 "))
        await relay.stop()
    }

    @Test func `the end of a relay cancels what its owner is deciding`() async throws {
        let owner = Hesitant()
        let relay = try Relay(.port(0), dialler: Dialler(.init()), owner: owner)
        guard case .port(let port) = relay.address else { throw Missing() }
        let isCancelled = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            owner.hasBegun.wait()
            relay.end()
            return owner.isCancelled.wait(timeout: .now() + .seconds(10)) == .success
        }
        #expect(isCancelled)
    }

    /// Comes to no decision.
    private final class Hesitant: RelayOwner, RelayedCall {
        let hasBegun = DispatchSemaphore(value: 0)
        let isCancelled = DispatchSemaphore(value: 0)

        func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall { self }
        func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) {}
        func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> { .now(.breakOff) }
        func end(_ end: CallEnd) {}

        func decide() -> OwnerAnswer<RequestDecision> {
            .awaited { [self] in
                await withTaskCancellationHandler {
                    hasBegun.signal()
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                } onCancel: {
                    isCancelled.signal()
                }
                return .breakOff
            }
        }
    }
}
