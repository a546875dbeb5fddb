import DemoProvider
import FoundationEssentials
import Relay
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import SessionProxy

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProxyGateTests {
    /// The fields of pages in a browser; `KEY` and `PORT` stand for those of the proxy.
    static let pages: [String] = [
        "Origin: https://evil.example", "Origin: null", "Origin: http://127.0.0.1:PORT", "Origin:", "origin: file://",
        "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "sec-fetch-site: Cross-Site",
        "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none, cross-site",
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Site: none",
        "Origin: https://evil.example\r\nAccess-Control-Request-Method: GET",
        "Origin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket",
        "Connection: Origin\r\nOrigin: https://evil.example",
    ]

    /// Names that may lead here.
    static let names: [String] = [
        "Host: evil.example", "Host: evil.example:PORT", "Host: 127.0.0.1.evil.example:PORT",
        "Host: localhost.evil.example", "Host: 127.0.0.1@evil.example", "Host: evil.example#127.0.0.1",
        "Host: 127.0.0.2:PORT", "Host: 0.0.0.0:PORT", "Host: localhost.", "Host:",
        "Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT", "Host: 127.0.0.1, evil.example",
        "X-Forwarded-Host: 127.0.0.1:PORT",
    ]

    /// Targets without the key.
    static let keyless: [String] = [
        "/orders", "/", "/KEY0/orders", "/KE/orders", "//KEY/orders", "/./KEY/orders", "/x/../KEY/orders",
        "/%4BEY/orders", "/?KEY/orders", "/KEY;/orders",
    ]

    /// Targets that servers read differently, or that lead elsewhere.
    static let targets: [String] = [
        "/KEY/../orders", "/KEY/%2e%2E/orders", "/KEY/a/./b", "/KEY/orders#x", "/KEY/a\\..\\b", "*",
        "http://api.example/", "http://127.0.0.1:PORT/KEY/orders", "/KEY/orders/..;/admin", "/KEY/orders/%252e%252e/x",
        "/KEY/orders/..%2fadmin", "/KEY/orders%2f..%2fadmin", "/KEY/orders/..%00/x", "/KEY/orders%2F..%2Fadmin",
        "/KEY/orders/%2E%2E/admin",
    ]

    static var hostile: [(String, Int)] {
        let host = "Host: 127.0.0.1:PORT\r\n"
        var all: [(String, Int)] = pages.map { ("GET /KEY/orders HTTP/1.1\r\n\(host)\($0)\r\n\r\n", 403) }
        all += names.map { ("GET /KEY/orders HTTP/1.1\r\n\($0)\r\n\r\n", 421) }
        all += keyless.map { ("GET \($0) HTTP/1.1\r\n\(host)\r\n", 404) }
        all += targets.map { ("GET \($0) HTTP/1.1\r\n\(host)\r\n", 400) }
        all.append(("OPTIONS /KEY/orders HTTP/1.1\r\n\(host)Origin: https://evil.example\r\n\r\n", 403))
        all.append(("CONNECT api.example:443 HTTP/1.1\r\nHost: api.example:443\r\n\r\n", 501))
        all.append(("GET /KEY/orders HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n", 400))
        return all
    }

    @Test func `requests of browsers, of other names and without the key get no token`() async throws {
        let refusals = Mutex(0)
        try await withProxy(refused: { _ in refusals.withLock { $0 += 1 } }) { proxied in
            for (text, status) in Self.hostile {
                let request = text.replacing("KEY", with: Proxied.key).replacing("PORT", with: "\(proxied.port)")
                let answer = try await proxied.raw(request)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request) → \(answer)")
                #expect(!answer.lowercased().contains("access-control-"))
            }
            #expect(await proxied.demo.statistics.api.isEmpty)
            #expect(proxied.events("requestStarted") == 0)
        }
        #expect(refusals.withLock { $0 } == Self.hostile.count && Self.hostile.count >= 30)
    }

    @Test(arguments: [
        ("GET", "GET", "/orders", true), ("GET", "HEAD", "/orders", false), ("GET", "get", "/orders", false),
        ("GET:/orders", "GET", "/orders", true), ("GET:/orders", "GET", "/orders/7?x=1", true),
        ("GET:/orders", "GET", "/orders?x=1", true), ("GET:/orders", "GET", "/orders2", false),
        ("GET:/orders", "POST", "/orders", false), ("GET:/orders/", "GET", "/orders/7", true),
        ("GET:/orders/", "GET", "/orders", false), ("GET:/orders", "GET", "/orders%2fx", false),
        ("GET:/orders", "GET", "/orders/a%00b", false), ("GET:/orders", "GET", "/orders//x", false),
        ("GET:/orders", "GET", "//orders", false), ("GET:/orders", "GET", "/admin", false),
    ])
    func `--only lets a method pass, and a path with all below it`(
        rule: String, method: String, target: String, passes: Bool
    ) async throws {
        let url = try #require(URL(string: "https://api.example"))
        let origin = try #require(Origin(url))
        let gate = ProxyGate(.hosts([origin]), only: [try #require(ProxyRule(rule))])
        let head = RequestHead(method: method, target: target, fields: [("Host", "api.example")])
        var answer: ProxyRefusal?
        do throws(ProxyRefusal) { _ = try gate.admit(head) } catch { answer = error }
        #expect(answer == (passes ? nil : .notOnly(method: method)))
    }

    @Test func `under a rule no field makes another method or path of a request`() async throws {
        let fields = ["X-HTTP-Method-Override", "x_http_method", "X-Original-URL", "X-Rewrite-URL"]
        let text = fields.map { "\($0): DELETE\r\n" }.joined() + "X-Kept: 1\r\n"
        for (rules, isLimited) in [([try #require(ProxyRule("GET"))], true), ([], false)] {
            try await withProxy(only: rules) { proxied in
                let answer = try await proxied.send("GET", "/echo", text)
                #expect(answer.contains("X-Kept"))
                #expect(fields.allSatisfy { answer.contains($0) != isLimited }, "\(answer)")
            }
        }
    }

    @Test(arguments: [
        "", ":", "get", "GET:", "GET:orders", "GET:/a/../b", "GE T", "GET/orders", "GET:/a//b", "GET:/a%2fb",
    ])
    func `what is no rule is refused`(text: String) { #expect(ProxyRule(text) == nil) }

    @Test(arguments: [
        ("https://api.example/a?b#c", "/KEY/a?b#c"), ("https://API.example:443", "/KEY/"),
        ("https://api.example?b", "/KEY/?b"), ("/a", "/KEY/a"), ("a/b", "a/b"), ("?b", "?b"),
        ("//api.example/a", "//api.example/a"),
        ("https://other.example/a", "https://other.example/a"), ("http://api.example/a", "http://api.example/a"),
        ("https://api.example.evil.example/", "https://api.example.evil.example/"),
    ])
    func `a redirect within the API leads back to the proxy`(location: String, shown: String) throws {
        let url = try #require(URL(string: "https://api.example"))
        let origin = try #require(Origin(url))
        let head = RequestHead(method: "GET", target: "/KEY/x", fields: [("Host", "127.0.0.1")])
        let passage = try ProxyGate(.keys([(key: "KEY", origin: origin)])).admit(head)
        #expect(passage.location(location) == shown)
        let socket = RequestHead(method: "GET", target: "/x", fields: [("Host", "api.example")])
        #expect(try ProxyGate(.hosts([origin])).admit(socket).location(location) == location)
    }

    @Test func `through a socket the host chooses the API`() throws {
        let origins = try ["https://api.example", "https://other.example:8443"].map { text in
            let url = try #require(URL(string: text))
            return try #require(Origin(url))
        }
        let gate = ProxyGate(.hosts(origins))
        for (host, origin) in [
            ("api.example", origins[0]), ("API.example:443", origins[0]), ("other.example", origins[1]),
            ("other.example:8443", origins[1]), ("other.example:9", nil), ("evil.example", nil),
        ] {
            let head = RequestHead(method: "GET", target: "/x", fields: [("Host", host)])
            let found = try? gate.admit(head).origin
            #expect(found == origin, "\(host)")
        }
    }
}
