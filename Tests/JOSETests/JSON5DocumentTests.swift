import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSON5DocumentTests {
    static let texts: [(String, JSONValue)] = [
        ("{a: 1}", ["a": 1]), ("{'a': 'b\"c'}", ["a": "b\"c"]), ("[1, 2,]", [1, 2]),
        ("{\"a\": [],}", ["a": []]), ("// first\n{ /* in\nside */ }\n// last", [:]), ("'\\'\\v\\0'", "'\u{B}\u{0}"),
        ("'one \\\ntwo \\\r\nthree'", "one two three"), ("\u{FEFF}{\u{A0}$_a1: null\u{C}}", ["$_a1": nil]),
        ("{größe: 'it\\'s'}", ["größe": "it's"]), ("/**/true/*/*/", true), ("{}//", [:]),
    ]

    @Test(arguments: texts)
    func `what people write by hand is read`(text: String, value: JSONValue) throws {
        #expect(try JSON5Document(parsing: text.utf8).value == value)
    }

    @Test(arguments: [
        "{a: 1}", "{'a': 1}", "[1,]", "{\"a\":1,}", "1 // one", "/**/1", "'a'", "\"\\v\"", "\u{A0}1", "\"a\\\nb\"",
    ])
    func `strict reading takes none of it`(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
    }

    static let faults: [(String, Int, [String], JSONError.Reason)] = [
        ("{\n  a: 1\n  b: 2\n}", 3, [], .expected("',' or '}'")),
        ("{\n  a: {\n    b: ,\n  }\n}", 3, ["a", "b"], .expected("a value")),
        ("{\n  a: 'x\n}", 2, ["a"], .controlCharacter(10)),
        ("{\n  a: 1,\n\n  'a': 2\n}", 4, [], .repeatedName("a")),
        ("{ a: 1, /* no end\n\n", 1, [], .ended(expected: "'*/'")),
        ("{\n 1a: 2 }", 2, [], .expected("a member's name")),
        ("[,]", 1, [], .expected("a value")),
        ("[1,,]", 1, [], .expected("a value")),
        ("{,}", 1, [], .expected("a member's name")),
        ("{a: '\\q'}", 1, ["a"], .expected("an escape sequence")),
        ("{a: 0x10}", 1, [], .expected("',' or '}'")),
        ("\n/ 1", 2, [], .expected("a comment")),
        ("", 1, [], .ended(expected: "a value")),
        ("{\n  a: [\n    1,\n", 4, ["a"], .ended(expected: "a value")),
    ]

    @Test(arguments: faults)
    func `a fault is told with its line and the names that lead to it`(
        text: String, line: Int, path: [String], reason: JSONError.Reason
    ) throws {
        let fault = try #require(throws: JSON5Document.Fault.self) { try JSON5Document(parsing: text.utf8) }
        #expect(fault.line == line)
        #expect(fault.path == path)
        #expect(fault.reason == reason)
    }

    @Test(arguments: [("{", 1, 2), ("{\n  \"é\": x", 2, 8), ("{}\n\n }", 3, 2)])
    func `a fault is told with its column, too`(text: String, line: Int, column: Int) throws {
        let fault = try #require(throws: JSON5Document.Fault.self) { try JSON5Document(parsing: text.utf8) }
        #expect((fault.line, fault.column) == (line, column))
    }

    @Test func `members are found with their lines`() throws {
        let document = try JSON5Document(parsing: "{\n  a: { b: 1,\n    c: 2 },\n  // d: 3\n  \"d\": 3 }".utf8)
        #expect(document.line(of: ["a"]) == 2)
        #expect(document.line(of: ["a", "b"]) == 2)
        #expect(document.line(of: ["a", "c"]) == 3)
        #expect(document.line(of: ["d"]) == 5)
        #expect(document.line(of: ["c"]) == nil)
    }
}
