import CurlTransport
import FoundationEssentials
import Glibc
import HostSystem
import Relay
import SessionHTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RelayTests {
    /// Answers 401 to what has no good token, and an echo of the body to what has.
    private static func guarded(bodies: Int, seen: Notes<String> = Notes()) throws -> RawServer {
        try RawServer { connection in
            // A body that nobody reads looks like a head here, too.
            while case let head = connection.readHead(), !head.isEmpty {
                guard head.contains(" HTTP/1.1\r\n") else { continue }
                let isGood = head.contains("Authorization: good\r\n")
                seen.add(isGood ? "good" : "bad")
                if isGood {
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Length: \(bodies)\r\n\r\n\(connection.readText(bodies))")
                } else {
                    connection.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n\r\nno!")
                }
            }
        }
    }

    private static func repeating(to port: UInt16) throws -> Passer {
        try Passer(
            to: port,
            onAnswer: { answer, request, mayRepeat in
                guard answer.status == 401, mayRepeat else { return nil }
                var request = request
                request.fields.set("Authorization", "good")
                return .again(request)
            })
    }

    @Test(arguments: [
        "Content-Length: 10\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ])
    func `a request is sent once more, with its body, where its owner says so`(rest: String) async throws {
        let body = rest.contains("chunked") ? 15 : 10
        let seen = Notes<String>()
        let server = try Self.guarded(bodies: body, seen: seen)
        let owner = try Self.repeating(to: server.port)
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nHost: h\r\nAuthorization: old\r\n" + rest)
            return client.readHead() + client.readText(body)
        }
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.utf8.suffix(body).elementsEqual(rest.utf8.suffix(body)))
        #expect(seen.all == ["bad", "good"])
        #expect(owner.answers.all == [401, 200])
        await relay.stop()
    }

    @Test func `what is still to come of a body follows the repetition`() async throws {
        let server = try Self.guarded(bodies: 10)
        let owner = try Self.repeating(to: server.port)
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n01234")
            try owner.answers.wait(for: 1)
            #expect(owner.answers.all == [401])
            client.write("56789")
            return client.readHead() + client.readText(10)
        }
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("0123456789"))
        await relay.stop()
    }

    @Test(arguments: [
        "Content-Length: 10\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n",
    ])
    func `a body over the limit is not kept, and its first answer is passed`(rest: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            _ = connection.readText(10)
            connection.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n\r\nno!")
            _ = connection.sawClose()
        }
        let (relay, port) = try Self.repeating(to: server.port).relay { $0.heldBody = 9 }
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nHost: h\r\n" + rest)
            return client.readHead() + client.readText(3)
        }
        #expect(text.hasPrefix("HTTP/1.1 401 ") && text.hasSuffix("no!"))
        await relay.stop()
    }

    @Test func `a request is sent as often as its owner says`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty {
                connection.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n\r\nno!")
            }
        }
        let count = Notes<Bool>()
        let owner = try Passer(
            to: server.port,
            onAnswer: { _, request, mayRepeat in
                count.add(mayRepeat)
                return count.all.count < 3 ? .again(request) : nil
            })
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            return client.readHead() + client.readText(3)
        }
        #expect(text.hasPrefix("HTTP/1.1 401 ") && count.all == [true, true, true])
        await relay.stop()
    }

    @Test func `a change of origin opens another connection, and a kept one that was closed is replaced`() async throws
    {
        let connections = Notes<String>()
        func server(_ name: String) throws -> RawServer {
            try RawServer { connection in
                connections.add(name)
                _ = connection.readHead()
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(name)")
            }
        }
        let (a, b) = (try server("a"), try server("b"))
        let other = try Origin.onThisMachine(b.port)
        let owner = try Passer(to: a.port) { request in
            request.target == "/b" ? .forward(request, to: other) : nil
        } onAnswer: { _, _, _ in
            nil
        }
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            return ["/a", "/b", "/a"].map { path in
                client.write("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
                return client.readHead().isEmpty ? "" : client.readText(1)
            }
        }
        #expect(text == ["a", "b", "a"] && connections.all == text)
        await relay.stop()
    }

    @Test func `what its owner refuses gets a status and a line, and reaches no server`() async throws {
        let owner = try Passer(to: 1) { _ in
            .refuse(LocalAnswer(403, "not here", fields: [("X-Why", "because")]))
        } onAnswer: { _, _, _ in
            nil
        }
        let (relay, port) = try owner.relay()
        let text = try await blocking {
            let client = try RawConnection(port: port)
            client.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello")
            return client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 403 Forbidden\r\nX-Why: because\r\n") && text.hasSuffix("\r\n\r\nnot here\n"))
        #expect(owner.ends.all.map(\.outcome) == [.refused(status: 403)])
        await relay.stop()
    }

    @Test func `where all connections are taken, the one that waits for longest makes room`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty { connection.write(WireCase.ok) }
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay {
            $0.connections = 2
            $0.makesRoom = true
        }
        let texts = try await blocking {
            let clients = try (0..<2).map { _ in try RawConnection(port: port) }
            for client in clients {
                client.write(WireCase.get)
                #expect(client.readText(WireCase.ok.utf8.count) == WireCase.ok)
            }
            // The first has had the latest request by now. One answer may come before the other's thread has put its
            // own away; a hundred don't.
            for _ in 0..<100 {
                clients[0].write(WireCase.get)
                #expect(clients[0].readText(WireCase.ok.utf8.count) == WireCase.ok)
            }
            let third = try RawConnection(port: port)
            third.write(WireCase.get)
            #expect(third.readText(WireCase.ok.utf8.count) == WireCase.ok)
            clients[0].write(WireCase.get)
            return [clients[1].readToEnd(), clients[0].readText(WireCase.ok.utf8.count)]
        }
        #expect(texts == ["", WireCase.ok])
        #expect(owner.refusals.all == [.madeRoom])
        await relay.stop()
    }

    @Test func `more connections than the limit are told so`() async throws {
        let owner = try Passer(to: 1)
        let (relay, port) = try owner.relay { $0.connections = 1 }
        let text = try await blocking {
            let first = try RawConnection(port: port)
            let text = try RawConnection(port: port).readToEnd()
            return first.write("") ? text : ""
        }
        #expect(text.hasPrefix("HTTP/1.1 503 "))
        #expect(owner.refusals.all == [.tooMany])
        await relay.stop()
    }

    @Test func `stopping ends what is under way`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\n\r\nfirst")
            _ = connection.sawClose()
        }
        let (relay, port) = try Passer(to: server.port).relay()
        let client = try await blocking {
            let client = try RawConnection(port: port)
            client.write(WireCase.get)
            _ = client.readHead()
            return Unowned(client.readText(5) == "first" ? client : nil)
        }
        await relay.stop()
        #expect(client.connection?.sawClose() == true)
        #expect(throws: (any Error).self) { try RawConnection(port: port) }
    }

    @Test func `the caller is known by process and name`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty { connection.write(WireCase.ok) }
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let path = FileManager.default.temporaryDirectory.path + "/relay-\(port).socket"
        let files = try Relay(.socket(path: path), dialler: Dialler(.init()), owner: owner)
        _ = try await blocking {
            for client in [try RawConnection(port: port), try RawConnection(path: path)] {
                client.write(WireCase.get)
                _ = client.readHead()
            }
        }
        #expect(owner.callers.all.map { $0?.process } == [getpid(), getpid()])
        #expect(owner.callers.all.allSatisfy { $0?.name.isEmpty == false })
        await relay.stop()
        await files.stop()
    }

    @Test func `a socket that a child has inherited is its parent's`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(WireCase.ok)
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        try await blocking {
            var child: Subprocess?
            let client = try RawConnection(port: port) { descriptor in
                _ = fcntl(descriptor, F_SETFD, 0)
                child = try Subprocess("/bin/cat", [], environment: [:])
            }
            client.write(WireCase.get)
            _ = client.readHead()
            _ = try child?.finish()
        }
        #expect(owner.callers.all.map { $0?.process } == [getpid()])
        await relay.stop()
    }

    @Test func `a socket in the file system is its user's own, is taken while it is served, and is gone afterwards`()
        async throws
    {
        let owner = try Passer(to: 1)
        let path = FileManager.default.temporaryDirectory.path + "/relay-\(UUID().uuidString.prefix(8)).socket"
        let relay = try Relay(.socket(path: path), dialler: Dialler(.init()), owner: owner)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        #expect(throws: RelayError.taken(.socket(path: path))) {
            try Relay(.socket(path: path), dialler: Dialler(.init()), owner: owner)
        }
        await relay.stop()
        #expect(stat(path, &facts) != 0)
        // One that a crash left behind is replaced; another file is not.
        let left = try Relay(.socket(path: path), dialler: Dialler(.init()), owner: owner)
        #expect(rename(path, path + ".left") == 0)
        await left.stop()
        #expect(rename(path + ".left", path) == 0)
        await (try Relay(.socket(path: path), dialler: Dialler(.init()), owner: owner)).stop()
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: RelayError.unusable(path: path)) {
            try Relay(.socket(path: path), dialler: Dialler(.init()), owner: owner)
        }
        unlink(path)
    }

    @Test func `a port is served on both addresses of this machine, and neither is left behind`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty { connection.write(WireCase.ok) }
        }
        let owner = try Passer(to: server.port)
        let (relay, port) = try owner.relay()
        let heads = try await blocking {
            try [RawConnection(port: port), RawConnection(ipv6Port: port)].map { client in
                client.write(WireCase.get)
                return client.readHead()
            }
        }
        #expect(heads.allSatisfy { $0.hasPrefix("HTTP/1.1 200") })
        #expect(owner.callers.all.map { $0?.process } == [getpid(), getpid()])
        await relay.stop()
        #expect(throws: (any Error).self) { try RawConnection(port: port) }
        #expect(throws: (any Error).self) { try RawConnection(ipv6Port: port) }
    }

    @Test func `no other address of this machine is listened on`() async throws {
        let (relay, port) = try Passer(to: 1).relay()
        let number = String(port, radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: 4 - number.count) + number
        @Sendable func addresses(in table: String) throws -> [Substring] {
            // Foundation reads no more of it than a page.
            let bytes = try RegularFile.contents(of: table, limit: 16 << 20)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
                let columns = line.split(separator: " ")
                // 0A: it listens.
                return columns.count > 3 && columns[1].hasSuffix(suffix) && columns[3] == "0A"
                    ? columns[1].dropLast(suffix.count) : nil
            }
        }
        try await until { try Set(addresses(in: "/proc/net/tcp")) == ["0100007F"] }
        #expect(try addresses(in: "/proc/net/tcp6").allSatisfy { $0 == "00000000000000000000000001000000" })
        await relay.stop()
    }

    @Test func `a port that is taken is told`() async throws {
        let server = try RawServer()
        #expect(throws: RelayError.taken(.port(server.port))) {
            try Relay(.port(server.port), dialler: Dialler(.init()), owner: try Passer(to: 1))
        }
    }
}

/// Hands a connection from one thread to another, which is the only one to use it then.
private struct Unowned: @unchecked Sendable {
    let connection: RawConnection?

    init(_ connection: RawConnection?) { self.connection = connection }
}
