import JOSE
import Testing

@testable import YAML

@Suite(.timeLimit(.minutes(5))) struct ScalarTests {
    private func value(_ text: String) throws -> JSONValue {
        try YAMLDocument(parsing: Array("v: \(text)".utf8)).value["v"] ?? .string("nothing")
    }

    @Test(arguments: ["", "~", "null", "Null", "NULL"]) func `nothing is null`(text: String) throws {
        #expect(try value(text) == .null)
    }

    @Test(arguments: [("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false)])
    func `the words for truth are YAML 1.2's`(text: String, truth: Bool) throws {
        #expect(try value(text) == .bool(truth))
    }

    @Test(arguments: [
        ("0", "0"), ("42", "42"), ("-7", "-7"), ("+7", "7"), ("007", "7"), ("-0", "-0"), ("000", "0"), ("0x1F", "31"),
        ("0o17", "15"), ("1.50", "1.50"), ("-0.5", "-0.5"), (".5", "0.5"), ("1.", "1"), ("12e3", "12e3"),
        ("1.5E-3", "1.5E-3"), ("+00.10e+2", "0.10e+2"), ("99999999999999999999", "99999999999999999999"),
    ])
    func `numbers are spelled as JSON does`(text: String, literal: String) throws {
        let value = try value(text)
        #expect(value == .number(JSONNumber(literal: literal)))
        #expect(try JSONValue(parsing: value.serialized().utf8) == value)
    }

    @Test(arguments: [
        "yes", "no", "on", "off", "Yes", "nULL", "tRUE", "1_000", "0b11", "0x", "0o8", "0x+1", "1e", "1e+", ".",
        "+", "--1", "1.2.3", "12:30:45", "2026-11-23", ".inf", "-.INF", ".nan", "3.0.3", "e3", ".e3", "-.", "1 2",
        "0xFFFFFFFFFFFFFFFFFF",
    ])
    func `all other words are texts`(text: String) throws {
        #expect(try value(text) == .string(text))
    }

    @Test(arguments: [
        ("'true'", "true"), (#""42""#, "42"), ("!!str 42", "42"), ("! 42", "42"), ("''", ""), ("'it''s'", "it's"),
        (#""a\tb\u00e9\x41\0""#, "a\tbéA\0"), ("!ours 1x", "1x"),
    ])
    func `what is quoted, or called a text, is a text`(text: String, meant: String) throws {
        #expect(try value(text) == .string(meant))
    }

    @Test func `a block keeps its lines, or folds them`() throws {
        #expect(try value("|\n  one\n  two\n\n") == "one\ntwo\n")
        #expect(try value("|-\n  one\n    two\n") == "one\n  two")
        #expect(try value(">-\n  one\n  two\n\n  three\n") == "one two\nthree")
        #expect(try value("|\n  true\n") == "true\n")
    }

    @Test func `a key is its text, whatever it would mean as a value`() throws {
        let text = "200: a\n'201': b\ntrue: c\n~: d\n1.0: e\n? long key\n: f\n"
        let value = try YAMLDocument(parsing: Array(text.utf8)).value
        #expect(value.object?.names == ["200", "201", "true", "~", "1.0", "long key"])
    }
}
