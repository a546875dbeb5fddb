import Relay
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WireTests {
    @Test(arguments: WireCase.all)
    func `what is sent arrives as it was sent`(_ wire: WireCase) async throws {
        try await expectPassage(of: wire, over: { try RawConnection(port: $0) }, through: { try Passer(to: $0) })
    }

    @Test(arguments: WireCase.all)
    func `what is sent over TLS in an opened tunnel arrives as it was sent`(_ wire: WireCase) async throws {
        let opening = try TunnelOpening()
        try await expectPassage(
            of: wire, over: { try opening.client(through: $0) }, through: { try opening.passer(to: $0) })
    }

    private func expectPassage(
        of wire: WireCase, over client: @escaping @Sendable (UInt16) throws -> any WireClient,
        through passer: (UInt16) throws -> Passer
    ) async throws {
        let seen = Notes<String>()
        let arrives = wire.arrives ?? wire.request
        let server = try RawServer { connection in
            seen.add(connection.readText(arrives.utf8.count))
            connection.write(wire.answer)
            if !wire.closes { _ = connection.sawClose() }
        }
        let owner = try passer(server.port)
        let (relay, port) = try owner.relay()
        let expected = wire.received ?? wire.answer
        let received = try await blocking {
            let client = try client(port)
            client.write(wire.request)
            return wire.closes ? client.readToEnd() : client.readText(expected.utf8.count)
        }
        #expect(seen.all == [arrives])
        #expect(received == expected)
        try await until { owner.ends.all.map(\.outcome) == [.complete] }
        await relay.stop()
    }

    @Test func `three requests at once are answered in order, over one connection to the server`() async throws {
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                let path = head.split(separator: " ")[1]
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.count)\r\n\r\n\(path)")
            }
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(["/a", "/b", "/c"].map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            client.endSending()
            return client.readToEnd()
        }
        #expect(text.components(of: "\r\n\r\n").map { $0.prefix(2) } == ["HT", "/a", "/b", "/c"])
        await relay.stop()
    }

    @Test func `a body that waits for 100 is sent once the server says so`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            let body = connection.readText(5)
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(body)")
            _ = connection.sawClose()
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
            guard client.readHead().hasPrefix("HTTP/1.1 100") else { return "no 100" }
            client.write("hello")
            return client.readHead() + client.readText(5)
        }
        #expect(text.hasSuffix("\r\n\r\nhello"))
        await relay.stop()
    }

    @Test func `an answer that does not wait for the body passes at once, and ends the connection`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno")
            _ = connection.sawClose()
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay { $0.drainTime = .milliseconds(1) }
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
            return client.readToEnd()
        }
        #expect(text.hasSuffix("\r\n\r\nno"))
        #expect(owner.answers.all == [417])
        await relay.stop()
    }

    @Test func `of a request that was answered before its body had come, the body follows, and then the next request`()
        async throws
    {
        let bodies = Notes<String>()
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty {
                connection.write(WireCase.ok)
                bodies.add(connection.readText(5))
            }
        }
        let (relay, port) = try Passer(to: server.port).relay { $0.drainTime = .seconds(60) }
        let answers = try await blocking {
            let client = try RawConnection(port: port)
            return (0..<2).map { _ in
                client.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n")
                let answer = client.readText(WireCase.ok.utf8.count)
                client.write("hello")
                return answer
            }
        }
        #expect(answers == [WireCase.ok, WireCase.ok])
        try await until { bodies.all == ["hello", "hello"] }
        await relay.stop()
    }

    @Test func `an upgrade passes both ways, whatever is sent`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\nearly")
            let text = connection.readText(4)
            connection.write("<\(text)>")
            connection.write(connection.readToEnd())
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("GET / HTTP/1.1\r\nHost: h\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n")
            let head = client.readHead()
            let early = client.readText(5)
            client.write("ping")
            let echo = client.readText(6)
            client.write("\0GET / HTTP/1.1\n\n")
            client.endSending()
            return String(head.prefix(12)) + early + echo + client.readToEnd()
        }
        #expect(text == "HTTP/1.1 101early<ping>\0GET / HTTP/1.1\n\n")
        await relay.stop()
    }

    @Test func `a caller that sends no more gets its answer`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nfor ")
            connection.write("it")
            _ = connection.sawClose()
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            client.endSending()
            return client.readToEnd()
        }
        #expect(text.hasSuffix("for it"))
        await relay.stop()
    }

    @Test func `one byte at a time is a request all the same`() async throws {
        let request = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        let server = try RawServer { connection in
            guard connection.readText(request.utf8.count) == request else { return }
            for byte in "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" {
                connection.write(String(byte))
            }
            _ = connection.sawClose()
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            for character in request { client.write(String(character)) }
            return client.readHead() + client.readText(12)
        }
        #expect(text.hasSuffix("2\r\nok\r\n0\r\n\r\n"))
        await relay.stop()
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
