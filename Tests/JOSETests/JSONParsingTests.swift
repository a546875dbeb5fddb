import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONParsingTests {
    static func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

    static let texts: [(String, JSONValue)] = [
        ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-12", -12), (#""a""#, "a"),
        ("[]", []), ("{}", [:]), ("[1,[2],{\"a\":[]}]", [1, [2], ["a": []]]),
        (" \t\r\n{ \"a\" : [ 1 , null ] , \"b\" : { } } \n", ["a": [1, nil], "b": [:]]),
        (#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00\uFFFF""#, "\"\\/\u{8}\u{C}\n\r\tA\u{e9}\u{1F600}\u{FFFF}"),
        (#""a\u0000b""#, "a\u{0}b"), ("\"\u{7F}\u{2028}é漢😀\"", "\u{7F}\u{2028}é漢😀"), (#""""#, ""), (#""\n""#, "\n"),
        (#"{"":1}"#, ["": 1]),
    ]

    @Test(arguments: texts)
    func `JSON is read`(text: String, value: JSONValue) throws {
        #expect(try Self.parse(text) == value)
    }

    @Test(arguments: ["0", "-0", "1.0", "1.50", "1e3", "1E+3", "-1.5e-10", "123456789012345678901234567890", "1e999"])
    func `a number keeps its spelling`(literal: String) throws {
        let value = try Self.parse(literal)
        #expect(value.number?.literal == literal)
        #expect(value.serialized() == literal)
    }

    @Test func `members keep their order, repeated ones included, and the last one is found`() throws {
        let object = try #require(try Self.parse(#"{"b":1,"a":2,"b":3}"#).object)
        #expect(object.names == ["b", "a", "b"])
        #expect(object["b"] == 3)
        #expect(object.repeatedName == "b")
    }

    @Test(arguments: [
        ("", JSONError(offset: 0, reason: .ended(expected: "a value"))),
        ("  ", JSONError(offset: 2, reason: .ended(expected: "a value"))),
        ("nul", JSONError(offset: 3, reason: .ended(expected: "'null'"))),
        ("nulL", JSONError(offset: 3, reason: .expected("'null'"))),
        ("truefalse", JSONError(offset: 4, reason: .trailing)),
        ("[1 2]", JSONError(offset: 3, reason: .expected("',' or ']'"))),
        ("[1,]", JSONError(offset: 3, reason: .expected("a value"))),
        ("[,1]", JSONError(offset: 1, reason: .expected("a value"))),
        ("[", JSONError(offset: 1, reason: .ended(expected: "a value"))),
        ("]", JSONError(offset: 0, reason: .expected("a value"))),
        (#"{"a":1,}"#, JSONError(offset: 7, reason: .expected("a member's name"))),
        (#"{"a" 1}"#, JSONError(offset: 5, reason: .expected("':'"))),
        (#"{"a":1"#, JSONError(offset: 6, reason: .ended(expected: "',' or '}'"))),
        ("{a:1}", JSONError(offset: 1, reason: .expected("a member's name"))),
        ("{1:1}", JSONError(offset: 1, reason: .expected("a member's name"))),
        ("'a'", JSONError(offset: 0, reason: .expected("a value"))),
        ("01", JSONError(offset: 1, reason: .trailing)),
        ("+1", JSONError(offset: 0, reason: .expected("a value"))),
        (".5", JSONError(offset: 0, reason: .expected("a value"))),
        ("1.", JSONError(offset: 2, reason: .ended(expected: "a digit"))),
        ("1e", JSONError(offset: 2, reason: .ended(expected: "a digit"))),
        ("1e+-2", JSONError(offset: 3, reason: .expected("a digit"))),
        ("-", JSONError(offset: 1, reason: .ended(expected: "a digit"))),
        ("-a", JSONError(offset: 1, reason: .expected("a digit"))),
        ("0x10", JSONError(offset: 1, reason: .trailing)),
        ("NaN", JSONError(offset: 0, reason: .expected("a value"))),
        ("Infinity", JSONError(offset: 0, reason: .expected("a value"))),
        ("1 // one", JSONError(offset: 2, reason: .trailing)),
        ("\u{FEFF}1", JSONError(offset: 0, reason: .expected("a value"))),
        ("\u{A0}1", JSONError(offset: 0, reason: .expected("a value"))),
        ("\"a", JSONError(offset: 2, reason: .ended(expected: "'\"'"))),
        ("\"a\nb\"", JSONError(offset: 2, reason: .controlCharacter(10))),
        ("\"\u{0}\"", JSONError(offset: 1, reason: .controlCharacter(0))),
        (#""\x""#, JSONError(offset: 2, reason: .expected("an escape sequence"))),
        (#""\"#, JSONError(offset: 2, reason: .ended(expected: "an escape sequence"))),
        (#""\u12g4""#, JSONError(offset: 5, reason: .expected("a hexadecimal digit"))),
        (#""\u12"#, JSONError(offset: 5, reason: .ended(expected: "a hexadecimal digit"))),
    ])
    func `what is not JSON is refused, with the byte and what was expected`(text: String, error: JSONError) {
        #expect(throws: error) { try Self.parse(text) }
    }

    @Test(arguments: [
        (#""\uD83D""#, 1), (#""\uDE00""#, 1), (#""a\uD83Db""#, 2), (#""\uDE00\uD83D""#, 1), (#""\uD83D\uD83D""#, 1),
        (#""\uD83D\n""#, 1),
    ])
    func `half of a surrogate pair is refused`(text: String, offset: Int) {
        #expect(throws: JSONError(offset: offset, reason: .loneSurrogate)) { try Self.parse(text) }
    }

    @Test(
        arguments: [
            ([0x80], 3), ([0xC3], 3), ([0xC0, 0xAF], 3), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 3),
            ([0xE2, 0x82], 3), ([0xC3, 0xA9, 0xFF], 5),
        ] as [([UInt8], Int)])
    func `what is not UTF-8 is refused, with the byte`(bytes: [UInt8], offset: Int) {
        let text = Array(#"["a"#.utf8) + bytes + Array(#""]"#.utf8)
        #expect(throws: JSONError(offset: offset, reason: .notUTF8)) { try JSONValue(parsing: text) }
        let escaped = Array(#"["\n"#.utf8) + bytes + Array(#""]"#.utf8)
        #expect(throws: JSONError(offset: offset + 1, reason: .notUTF8)) { try JSONValue(parsing: escaped) }
    }

    @Test func `nesting ends at the limit`() throws {
        let deepest = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(try Self.parse(deepest).serialized() == deepest)
        let tooDeep = String(repeating: "[", count: 129)
        #expect(throws: JSONError(offset: 128, reason: .tooDeep(limit: 128))) { try Self.parse(tooDeep) }
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(throws: JSONError(offset: 640, reason: .tooDeep(limit: 128))) { try Self.parse(objects) }
        #expect(throws: JSONError(offset: 1, reason: .tooDeep(limit: 1))) {
            try JSONValue(parsing: "[[]]".utf8, maximumDepth: 1)
        }
    }

    @Test func `repeated names are refused on request, in any object`() throws {
        #expect(throws: JSONError(offset: 14, reason: .repeatedName("a"))) {
            try JSONValue(parsing: #"[{"a":1,"b":1,"a":2}]"#.utf8, repeatedNames: .refused)
        }
        // The same name in another object, and the same name to the eye only.
        _ = try JSONValue(parsing: #"{"a":{"a":1},"A":2}"#.utf8, repeatedNames: .refused)
        _ = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8, repeatedNames: .refused)
        #expect(throws: JSONError(offset: 7, reason: .repeatedName("a"))) {
            try JSONValue(parsing: #"{"a":1,"\u0061":2}"#.utf8, repeatedNames: .refused)
        }
    }

    @Test func `any collection of bytes can be read`() throws {
        #expect(try JSONValue(parsing: Array("xx[1]".utf8).dropFirst(2)) == [1])
        #expect(try JSONValue(parsing: "[1]"[...].utf8) == [1])
    }

    @Test func `a long text takes no longer than its length asks for`() throws {
        // As many elements and members as are allowed: a quadratic reader would not come back within a test's patience.
        let members = (0..<12_000).map { #""name\#($0)":[\#($0),"\u00e9"]"# }.joined(separator: ",")
        let value = try JSONValue(parsing: "{\(members)}".utf8, repeatedNames: .refused)
        #expect(value.object?.members.count == 12_000)
        #expect(value["name11999"]?.array?.first == 11_999)
    }
}
