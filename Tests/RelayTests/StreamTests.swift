import Dispatch
import Relay
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct StreamTests {
    @Test func `each event of a stream passes before the next one is made`() async throws {
        let hasArrived = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for number in 0..<20 {
                connection.write("b\r\ndata: \(10 + number)\n\n\n\r\n")
                guard hasArrived.wait(timeout: .now() + .seconds(30)) == .success else { return }
            }
            connection.write("0\r\n\r\n")
            _ = connection.sawClose()
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let events = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            guard !client.readHead().isEmpty else { return 0 }
            for number in 0..<20 {
                guard client.readText(16) == "b\r\ndata: \(10 + number)\n\n\n\r\n" else { return number }
                hasArrived.signal()
            }
            return client.readText(5) == "0\r\n\r\n" ? 20 : -1
        }
        #expect(events == 20)
        await relay.stop()
    }

    @Test func `a stream that its caller leaves ends at the server`() async throws {
        let hasClosed = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\n\r\ndata: 1\n\n")
            if connection.sawClose() { hasClosed.signal() }
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let isClosed = try await blocking {
            do {
                let client = try RawConnection(port: port)
                client.write(WireCase.get)
                _ = client.readHead()
                _ = client.readText(9)
            }
            return hasClosed.wait(timeout: .now() + .seconds(30)) == .success
        }
        #expect(isClosed)
        try await until { owner.ends.all.map(\.outcome) == [.callerLeft] }
        #expect(owner.ends.all.first?.receivedSize == 9)
        await relay.stop()
    }

    @Test(arguments: [true, false])
    func `three megabytes pass both ways, and are counted`(inChunks: Bool) async throws {
        let size = 3 << 20
        let text = String(repeating: "0123456789abcdef", count: size / 16)
        let body = inChunks ? "\(String(size, radix: 16))\r\n\(text)\r\n0\r\n\r\n" : text
        let length = inChunks ? "Transfer-Encoding: chunked" : "Content-Length: \(size)"
        let server = try RawServer { connection in
            _ = connection.readHead()
            let body = connection.readText(body.utf8.count)
            connection.write("HTTP/1.1 200 OK\r\n\(length)\r\n\r\n\(body)")
            _ = connection.sawClose()
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let echo = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nHost: h\r\n\(length)\r\n\r\n\(body)")
            _ = client.readHead()
            return client.readText(body.utf8.count)
        }
        #expect(echo == body)
        try await until { owner.ends.all.count == 1 }
        #expect(owner.ends.all.first?.sentSize == size && owner.ends.all.first?.receivedSize == size)
        await relay.stop()
    }

    @Test func `a caller that breaks its body off breaks it off at the server`() async throws {
        let (hasRead, hasClosed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try RawServer { connection in
            _ = connection.readHead()
            guard connection.readText(4) == "half" else { return }
            hasRead.signal()
            if connection.sawClose() { hasClosed.signal() }
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let isClosed = try await blocking {
            do {
                let client = try RawConnection(port: port)
                client.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf")
                // Of one that is gone before it is accepted nobody knows whose it was.
                _ = hasRead.wait(timeout: .now() + .seconds(30))
            }
            return hasClosed.wait(timeout: .now() + .seconds(30)) == .success
        }
        #expect(isClosed)
        try await until { owner.ends.all.map(\.outcome) == [.callerLeft] }
        await relay.stop()
    }
}
