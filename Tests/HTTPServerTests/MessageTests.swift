import HTTPServer
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct MessageTests {
    @Test(arguments: [
        ("a=1&b=2", ["a": "1", "b": "2"]), ("", [:]), ("&&a&", ["a": ""]), ("a=b=c", ["a": "b=c"]),
        ("a+b=c+d", ["a b": "c d"]), ("a=%C3%A9%2B", ["a": "é+"]), ("a=100%", ["a": "100%"]),
        ("a=%zz%4", ["a": "%zz%4"]),
        ("=x", ["": "x"]),
    ])
    func `form items are decoded`(encoded: String, expected: [String: String]) {
        let items = FormItems(decoding: encoded)
        #expect(Dictionary(uniqueKeysWithValues: items.items.map { ($0.name, $0.value) }) == expected)
    }

    @Test func `bytes that are no UTF-8 become visible, not lost`() {
        #expect(FormItems(decoding: "a=%FFb")["a"] == "\u{FFFD}b")
    }

    @Test func `a name sent twice is noticed and its values are kept in order`() {
        let items = FormItems(decoding: "b=1&a=2&b=3&%62=4")
        #expect(items.repeatedName == "b")
        #expect(items["b"] == "1")
        #expect(items.values(named: "b") == ["1", "3", "4"])
        #expect(FormItems(decoding: "a=1&b=1").repeatedName == nil)
        #expect(FormItems(decoding: "b=1&b=2&a=3&a=4").repeatedName(besides: "b") == "a")
    }

    @Test func `a body is a form only when its content type says so`() {
        let body = Array("a=1".utf8)
        func form(_ type: String?) -> FormItems? {
            var headers: ServerHeaders = [:]
            headers["content-type"] = type
            return ServerRequest(method: "POST", target: "/", headers: headers, body: body).form
        }
        #expect(form("application/x-www-form-urlencoded")?["a"] == "1")
        #expect(form("Application/X-WWW-Form-Urlencoded; charset=UTF-8")?["a"] == "1")
        #expect(form("application/json") == nil)
        #expect(form(nil) == nil)
    }

    @Test func `header names ignore case and setting replaces all of a name`() {
        var headers: ServerHeaders = ["Accept": "a", "accept": "b", "Host": "h"]
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values(named: "accept") == ["a", "b"])
        headers["aCCept"] = "c"
        #expect(headers.values(named: "Accept") == ["c"])
        headers["Host"] = nil
        #expect(headers.fields.map(\.name) == ["aCCept"])
    }

    @Test(
        arguments: [
            ("/a?b", "/a", "b"), ("/a%2Fb?", "/a/b", ""), ("/a+b", "/a+b", nil), ("http://h?x=1", "", "x=1"),
            ("HTTP://h:1/p?q", "/p", "q"), ("*", "*", nil),
        ] as [(String, String, String?)])
    func `a target is split into path and query`(target: String, path: String, query: String?) {
        let request = ServerRequest(method: "GET", target: target)
        #expect(request.path == path)
        #expect(request.rawQuery == query)
    }
}
