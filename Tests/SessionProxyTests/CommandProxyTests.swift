import CurlTransport
import DemoProvider
import FoundationEssentials
import Interception
import Relay
import SessionCore
import TestSupport
import Testing

@testable import SessionProxy

/// The proxy of a command, by plain sockets: which requests get the token, and which pass as they came.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CommandProxyTests {
    private struct Served: Sendable {
        let port: UInt16
        /// Of a server that is no API.
        let other: UInt16
        let api: Origin
        let proxy: CommandProxy
        let refusals: Notes<SessionProxy.Refusal>

        func raw(_ text: String) async throws -> String {
            try await blocking { [port] in
                let client = try RawConnection(port: port)
                client.write(text)
                client.endSending()
                return client.readToEnd()
            }
        }

        func get(_ url: String, host: String, _ fields: String = "", method: String = "GET") async throws -> String {
            try await raw("\(method) \(url) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(fields)\r\n")
        }
    }

    /// Another server answers with the head that it got.
    private func withCommand(
        only rules: [ProxyRule] = [], refusing refusal: @escaping @Sendable (Caller?) -> ProxyRefusal? = { _ in nil },
        test: (Served) async throws -> Void
    ) async throws {
        let other = try RawServer { connection in
            let head = connection.readHead()
            connection.write(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(head.utf8.count)\r\n\r\n\(head)")
        }
        try await withProxy { proxied in
            let refusals = Notes<SessionProxy.Refusal>()
            let proxy = CommandProxy(
                of: proxied.session, to: [proxied.origin], only: rules,
                opening: try RunAuthority(for: try WatchList([proxied.origin.host])), login: "sign-in",
                refusing: refusal, onRefusal: { refusals.add($0) })
            let relay = try Relay(.port(0), dialler: Dialler(.patient), owner: proxy)
            let port = try #require(relay.address.port)
            do {
                try await test(
                    Served(port: port, other: other.port, api: proxied.origin, proxy: proxy, refusals: refusals))
            } catch {
                await relay.stop()
                throw error
            }
            await relay.stop()
        }
    }

    @Test func `a request to an API gets the session's token in place of the program's own`() async throws {
        try await withCommand { served in
            let url = "\(served.api)/echo"
            let fields = "Authorization: Basic own\r\nProxy-Authorization: Basic x\r\nX-A: 1\r\n"
            let answer = try await served.get(url, host: served.api.authority, fields)
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("X-A"), "\(answer)")
            #expect(answer.contains("Bearer ") && !answer.contains("Basic") && !answer.contains("Proxy-Auth"))
            let orders = try await served.get("\(served.api)/orders", host: served.api.authority)
            #expect(orders.hasPrefix("HTTP/1.1 200 "))
            #expect(served.proxy.hasServed)
        }
    }

    @Test func `a tunnel to an API is opened, in the clear, too`() async throws {
        try await withCommand { served in
            let authority = served.api.authority
            let answer = try await served.raw(
                "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n"
                    + "GET /orders HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 Connection") && answer.contains("\"orders\""), "\(answer)")
        }
    }

    @Test func `whatever goes elsewhere passes as it came, another port of the API's host included`() async throws {
        try await withCommand { served in
            let (host, own) = ("127.0.0.1:\(served.other)", "Authorization: Bearer own\r\n")
            let answer = try await served.get("http://\(host)/x", host: host, own)
            #expect(answer.contains("GET /x HTTP/1.1\r\n") && answer.contains(own), "\(answer)")
            let tunnelled = try await served.raw(
                "CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\nGET /y HTTP/1.1\r\nHost: \(host)\r\n\(own)\r\n")
            #expect(tunnelled.contains("GET /y HTTP/1.1\r\nHost: \(host)\r\n\(own)"), "\(tunnelled)")
            #expect(!served.proxy.hasServed && served.refusals.all.isEmpty)
        }
    }

    @Test func `a program that the command has not started is served nothing, not even a tunnel`() async throws {
        try await withCommand(refusing: { _ in .stranger }) { served in
            let (api, other) = (served.api.authority, "127.0.0.1:\(served.other)")
            for answer in [
                try await served.get("\(served.api)/orders", host: api),
                try await served.get("http://\(other)/", host: other),
                try await served.raw("CONNECT \(api) HTTP/1.1\r\nHost: \(api)\r\n\r\n"),
                try await served.raw("CONNECT \(other) HTTP/1.1\r\nHost: \(other)\r\n\r\n"),
            ] {
                #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("serves one command"), "\(answer)")
            }
            #expect(served.refusals.all.count == 4)
        }
    }

    @Test func `pages, other hosts, other paths and requests to the proxy itself are refused`() async throws {
        try await withCommand(only: [try #require(ProxyRule("GET:/orders"))]) { served in
            let (api, orders) = (served.api.authority, "\(served.api)/orders")
            func expect(_ status: Int, _ answer: String, line: Int = #line) {
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(line): \(answer)")
            }
            expect(200, try await served.get(orders, host: api))
            expect(403, try await served.get(orders, host: api, "Origin: https://a.example\r\n"))
            expect(403, try await served.get(orders, host: api, "Sec-Fetch-Site: cross-site\r\n"))
            expect(421, try await served.get(orders, host: "b.example"))
            expect(403, try await served.get(orders, host: api, method: "DELETE"))
            expect(403, try await served.get("\(served.api)/echo", host: api))
            expect(400, try await served.get("\(served.api)/orders/%2e%2e/echo", host: api))
            expect(400, try await served.get("/orders", host: "127.0.0.1:\(served.port)"))
            expect(400, try await served.raw("CONNECT nowhere HTTP/1.1\r\nHost: x\r\n\r\n"))
        }
    }
}
