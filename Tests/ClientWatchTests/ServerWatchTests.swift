import ClientObservation
import ClientWatch
import FoundationEssentials
import Relay
import SessionHTTP
import TestSupport
import Testing

/// A server that is watched from its own side, over sockets.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ServerWatchTests {
    /// Who has come, and what of it is told.
    private final class Door: Sendable {
        let news = Notes<WatchNews>()
        let heads = Notes<String>()
        let server: RawServer
        let other: RawServer
        let watch: ServerWatch

        init(at address: RelayAddress = .port(0)) throws {
            let heads = heads
            server = try RawServer { connection in
                while case let head = connection.readHead(), !head.isEmpty {
                    heads.add(head)
                    connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n")
                }
            }
            other = try RawServer { connection in
                while !connection.readHead().isEmpty {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother")
                }
            }
            let news = news
            watch = try ServerWatch(
                of: ServedRoutes(
                    to: Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port)),
                    except: [
                        .init(path: "/oauth", origin: Origin(scheme: "http", host: "127.0.0.1", port: Int(other.port)))
                    ]),
                at: address, base: [:], deliver: { news.add($0) })
        }

        /// The answer to a request, and what was told of it.
        func ask(_ text: String) async throws -> String {
            let port = watch.port
            return try await blocking {
                let client = try RawConnection(port: port)
                client.write(text)
                client.endSending()
                return client.readToEnd()
            }
        }

        var requests: [ObservedRequest] {
            news.all.compactMap { if case .message(.began(_, let request)) = $0 { request } else { nil } }
        }

        var causes: [String] {
            news.all.compactMap { if case .notice(let notice, _) = $0 { notice.cause.name.rawValue } else { nil } }
        }
    }

    @Test func `a request passes as it came, and is told by the name that its caller uses`() async throws {
        let door = try Door()
        let head =
            "GET /mcp?x=%20a HTTP/1.1\r\nHost: tunnel.example\r\nX-Forwarded-Proto: https\r\n"
            + "x-forwarded-FOR: 6.6.6.6, 203.0.113.7\r\nUser-Agent: assistant/1.4 (cloud)\r\nProxy-X: y\r\n\r\n"
        let answer = try await door.ask(head)
        await door.watch.stop()
        #expect(answer.hasPrefix("HTTP/1.1 401 No\r\n"))
        #expect(door.heads.all == [head])
        let request = try #require(door.requests.first)
        #expect(request.url.absoluteString == "https://tunnel.example/mcp?x=%20a")
        #expect(request.caller?.description == "assistant/1.4 (203.0.113.7, as it says)")
        #expect(door.causes.isEmpty)
    }

    @Test(arguments: [
        ("Host: 127.0.0.1:8000\r\n", "http://127.0.0.1:8000"), ("Host: tunnel.example\r\n", "https://tunnel.example"),
        ("Host: tunnel.example\r\nForwarded: for=1.2.3.4;proto=http\r\n", "http://tunnel.example"),
        (
            "Host: localhost:1\r\nX-Forwarded-Host: tunnel.example\r\nX-Forwarded-Proto: https\r\n",
            "https://tunnel.example"
        ),
        ("Host: 192.0.2.1:8000\r\n", "http://192.0.2.1:8000"),
    ])
    func `the server is called as its callers call it`(fields: String, name: String) async throws {
        let door = try Door()
        _ = try await door.ask("GET / HTTP/1.1\r\n\(fields)\r\n")
        await door.watch.stop()
        #expect(door.requests.map { $0.url.absoluteString } == ["\(name)/"])
    }

    @Test(arguments: [
        ("/oauth", true), ("/oauth/token", true), ("/oauth?x=1", true), ("/oauthother", false), ("/", false),
        ("http://stranger.example/oauth/x", true), ("http://stranger.example/", false),
    ])
    func `a path decides where a request goes, and nothing else does`(target: String, isOther: Bool) async throws {
        let door = try Door()
        let answer = try await door.ask("GET \(target) HTTP/1.1\r\nHost: stranger.example:81\r\n\r\n")
        await door.watch.stop()
        #expect(answer.hasSuffix("other") == isOther && answer.isEmpty == false)
    }

    @Test func `who names itself nothing is called so, at the address that it connects from`() async throws {
        let door = try Door()
        _ = try await door.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await door.watch.stop()
        #expect(door.requests.first?.caller?.description == "unnamed (127.0.0.1)")
    }

    @Test(arguments: [
        ("User-Agent: Mozilla/5.0 (X11)\r\nOrigin: https://app.example\r\n", "page of app.example"),
        ("User-Agent: Mozilla/5.0 (X11)\r\n", "browser"), ("User-Agent: Mozilla/5.0\r\nOrigin: null\r\n", "browser"),
    ])
    func `a page is called after where it comes from`(fields: String, name: String) async throws {
        let door = try Door()
        _ = try await door.ask("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
        await door.watch.stop()
        #expect(door.requests.first?.caller?.name == name)
    }

    @Test func `it is no proxy, and speaks no TLS`() async throws {
        let door = try Door()
        let refused = try await door.ask("CONNECT stranger.example:443 HTTP/1.1\r\nHost: stranger.example\r\n\r\n")
        #expect(refused.hasPrefix("HTTP/1.1 501 "))
        #expect(try await door.ask("\u{16}\u{3}\u{1}\0\u{5}hello").isEmpty)
        await door.watch.stop()
        #expect(door.causes == ["proxy-wanted", "tls-to-server"])
        #expect(door.heads.all.isEmpty)
    }

    @Test func `another address than loopback is told each time`() async throws {
        let door = try Door(at: .interface("0.0.0.0", port: 0))
        _ = try await door.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await door.watch.stop()
        #expect(door.causes == ["open-to-others"] && door.heads.all.count == 1)
    }

    @Test func `of the names that callers make up only the first are taken`() async throws {
        let door = try Door()
        for number in 0..<20 { _ = try await door.ask("GET / HTTP/1.1\r\nHost: h\(number).example\r\n\r\n") }
        await door.watch.stop()
        let names = Set(door.requests.compactMap { $0.url.host })
        #expect(names.count == 17 && names.contains("127.0.0.1"))
    }
}
