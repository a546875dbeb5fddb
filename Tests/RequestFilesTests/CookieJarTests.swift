import FoundationEssentials
import Testing

@testable import RequestFiles

/// RFC 6265, as far as one run needs it.
@Suite(.timeLimit(.minutes(5))) struct CookieJarTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func names(_ fields: [String], from origin: String, to target: String, after seconds: Double = 0)
        -> [String]
    {
        guard let from = URL(string: origin), let to = URL(string: target) else { return ["no URL"] }
        var jar = CookieJar()
        jar.take(fields, from: from, at: now)
        return jar.pairs(for: to, at: now.addingTimeInterval(seconds)).map { "\($0.name)=\($0.value)" }
    }

    @Test(arguments: [
        ("a=1", "https://a.test/x", ["a=1"]), ("a=1", "https://b.test/", []), ("a=1", "https://sub.a.test/", []),
        ("a=1; Domain=a.test", "https://sub.a.test/", ["a=1"]), ("a=1; Domain=.A.TEST", "https://sub.a.test/", ["a=1"]),
        ("a=1; Domain=a.test", "https://ba.test/", []), ("a=1; Domain=b.test", "https://b.test/", []),
        ("a=1; Domain=test", "https://a.test/", []), ("a=1; Domain=sub.a.test", "https://sub.a.test/", []),
        ("a=1; Path=/api", "https://a.test/api", ["a=1"]), ("a=1; Path=/api", "https://a.test/api/x", ["a=1"]),
        ("a=1; Path=/api", "https://a.test/apix", []), ("a=1; Path=/api/", "https://a.test/api", []),
        ("a=1; Path=api", "https://a.test/in", ["a=1"]), ("a=1; Secure", "https://a.test/", ["a=1"]),
        ("a=1; secure", "http://a.test/", []), ("a=1; HttpOnly; SameSite=Lax", "http://a.test/", ["a=1"]),
        ("a=1; Max-Age=0", "https://a.test/", []), ("a=1; Max-Age=-1", "https://a.test/", []),
        ("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://a.test/", ["a=1"]),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://a.test/", []),
        ("a=1; Expires=Sunday, 06-Nov-50 08:49:37 GMT", "https://a.test/", ["a=1"]),
        ("a=1; Expires=never", "https://a.test/", ["a=1"]), ("a=\"b c\"=; x", "https://a.test/", ["a=\"b c\"="]),
        ("=1", "https://a.test/", []), ("a", "https://a.test/", []), ("a=1\u{1}", "https://a.test/", []),
        ("__Host-a=1; Secure; Path=/", "https://a.test/x", ["__Host-a=1"]),
        ("__Host-a=1; Secure", "https://a.test/in/x", []),
        ("__Secure-a=1", "https://a.test/", []),
    ])
    func `address 3: a cookie goes where its domain, path and scheme allow`(
        field: String, target: String, sent: [String]
    ) {
        #expect(names([field], from: "https://a.test/in", to: target) == sent)
    }

    @Test(arguments: [
        ("https://a.test/x/in", "/x/y", true), ("https://a.test/x/in", "/y", false), ("https://a.test", "/y", true),
    ])
    func `address 3: without a path a cookie belongs to the folder that set it`(
        origin: String, path: String, isSent: Bool
    ) {
        #expect(names(["a=1"], from: origin, to: "https://a.test\(path)").isEmpty == !isSent)
    }

    @Test func `address 3: an address has no domains, and no cookie comes over http as secure`() {
        #expect(names(["a=1"], from: "http://127.0.0.1:1/", to: "http://127.0.0.1:2/") == ["a=1"])
        #expect(names(["a=1; Domain=0.0.1"], from: "http://127.0.0.1/", to: "http://127.0.0.1/").isEmpty)
        #expect(names(["a=1; Domain=127.0.0.1"], from: "http://127.0.0.1/", to: "http://127.0.0.1/") == ["a=1"])
        #expect(names(["a=1; Secure"], from: "http://a.test/", to: "https://a.test/").isEmpty)
    }

    @Test func `address 3: cookies are replaced, removed, ordered, and end`() {
        let fields = ["a=1", "b=2; Path=/x", "c=3; Path=/", "a=4"]
        #expect(names(fields, from: "https://a.test/in", to: "https://a.test/x") == ["b=2", "a=4", "c=3"])
        #expect(names(fields + ["a=; Max-Age=0"], from: "https://a.test/", to: "https://a.test/") == ["c=3"])
        let aged = ["a=1; Max-Age=10", "b=1; Max-Age=0", "c=1"]
        #expect(names(aged, from: "https://a.test/", to: "https://a.test/", after: 10) == ["c=1"])
        #expect(names(aged, from: "https://a.test/", to: "https://a.test/", after: 9) == ["a=1", "c=1"])
        let many = (0..<302).map { "a\($0)=1" } + ["b=" + String(repeating: "x", count: 5000)]
        let kept = names(many, from: "https://a.test/", to: "https://a.test/")
        #expect(kept.count == 300 && kept.first == "a2=1" && kept.last == "a301=1")
    }

    @Test func `address 3: the request's own cookies go before those of answers`() throws {
        func cookies(_ request: String) throws -> String? {
            try Reading.resolved(request) { scope in
                guard let url = URL(string: "https://a.test/") else { return }
                scope.cookies.take(["sid=77", "b=2"], from: url, at: scope.now)
            }.header("Cookie")
        }
        #expect(try cookies("GET https://a.test/x") == "sid=77; b=2")
        #expect(try cookies("GET https://a.test/x\nCookie: sid=1; c=3") == "sid=1; c=3; b=2")
        #expect(try cookies("# @no-cookie-jar\nGET https://a.test/x") == nil)
        #expect(try cookies("GET https://b.test/x") == nil)
    }
}
