import Testing

@testable import SessionCore

/// A path as all servers may read it.
@Suite(.timeLimit(.minutes(5)))
struct JudgedPathTests {
    /// What one server or another takes for `/admin`, or for another path at least.
    static let climbing = [
        "/orders/../admin", "/orders/..", "/orders/.", "/orders/./x", "/orders/..;/admin", "/orders/..;x=1/admin",
        "/orders/.;/..;/admin", "/orders/%2e%2e/admin", "/orders/%2E./admin", "/orders/%2e%2e;/admin",
        "/orders/..%3b/admin", "/orders/..%3Bx/admin", "/orders/..%00/admin", "/orders/..%0a/admin", "/orders/..%09/",
        "/orders/..%7f/admin", "/orders/%252e%252e/admin", "/orders/%25252e%25252e/admin", "/orders/%%32e%%32e/admin",
        "/orders/..%2fadmin", "/orders/..%252fadmin", "/orders/..%5cadmin", "/orders/..\\admin", "/orders/..%255cadmin",
        "/orders%2f..%2fadmin", "/orders/..%3fx", "/orders/..%23x", "/orders/..%20/admin", "/orders/..%253b/admin",
        "/orders/%2e%2e%00/admin", "/orders/%u/../x",
    ]

    /// What no server takes for another path, whatever it decodes, but where they count segments differently.
    static let ambiguous = [
        "/orders//x", "//orders", "/orders%2fx", "/orders%252fx", "/orders%5cx", "/orders\\x", "/orders/a%00b",
        "/orders/%0d%0ax", "/orders/%c0%ae%c0%ae/admin", "/orders/%ff",
    ]

    static let plain = [
        "/orders", "/orders/", "/orders/7", "/orders/a.b", "/orders/...", "/orders/.well-known/x", "/orders/a;v=1/b",
        "/orders/caf%C3%A9", "/orders/a%20b", "/orders/100%25", "/orders/a%zz", "/orders/x..y", "/orders/..x",
    ]

    @Test(arguments: climbing)
    func `invariant 37: a dot segment is found behind whatever hides it`(path: String) {
        let judged = JudgedPath(path)
        #expect(judged.hasDotSegments && !judged.isUnambiguous && !judged.lies(within: JudgedPath("/orders")))
    }

    @Test(arguments: ambiguous)
    func `invariant 37: a path that servers divide differently lies within none`(path: String) {
        let judged = JudgedPath(path)
        #expect(!judged.hasDotSegments && !judged.isUnambiguous && !judged.lies(within: JudgedPath("/orders")))
    }

    @Test(arguments: plain)
    func `a plain path lies within the place that it begins with`(path: String) {
        let judged = JudgedPath(path)
        #expect(judged.isUnambiguous && judged.lies(within: JudgedPath("/orders")))
        #expect(judged.lies(within: JudgedPath("")) && !judged.lies(within: JudgedPath("/order")))
        #expect(!judged.lies(within: JudgedPath("/Orders")) && !judged.lies(within: JudgedPath("/orders/..")))
    }

    @Test func `what decodes to itself over and over is judged in one pass, however long`() {
        let path = "/orders/%" + String(repeating: "25", count: 30_000) + "2e%2e/x"
        #expect(JudgedPath(path).hasDotSegments)
    }

    @Test(arguments: [
        ("X-Original-URL", true, false), ("x_rewrite_url", true, false), ("X-HTTP-Method-Override", false, true),
        ("x-http_method", false, true), ("X-Method-Override", false, true), ("X-Original", false, false),
        ("Accept", false, false),
    ])
    func `fields that make another request of one are known in any spelling`(name: String, path: Bool, method: Bool) {
        #expect(OverridingField.changesPath(name) == path && OverridingField.changesMethod(name) == method)
    }
}
