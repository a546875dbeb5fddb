import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONValueTests {
    @Test func `literals make values, members in order`() {
        let name = "dynamic"
        let value: JSONValue = ["b": 1, "a": [true, nil, "x\(name)"], "c": ["d": -5]]
        #expect(value.serialized() == #"{"b":1,"a":[true,null,"xdynamic"],"c":{"d":-5}}"#)
    }

    @Test func `only what must be escaped is escaped`() {
        let value: JSONValue = .string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1B}\u{1F}\u{7F}é漢😀\u{2028}")
        let expected = "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001b\\u001f\u{7F}é漢😀\u{2028}\""
        #expect(value.serialized() == expected)
    }

    @Test func `what is written is read back`() throws {
        let value: JSONValue = ["": "", "a\n\"": [0, -1, nil, true, [:], []], "é": ["e\u{301}": "\u{10FFFF}"]]
        #expect(try JSONValue(parsing: value.serialized().utf8) == value)
    }

    @Test func `an accessor answers for its own kind only`() {
        let values: [JSONValue] = [nil, true, 1, "s", [2], ["k": 3]]
        #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
        #expect(values.map(\.int) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.double) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.string) == [nil, nil, nil, "s", nil, nil])
        #expect(values.map(\.array) == [nil, nil, nil, nil, [2], nil])
        #expect(values.map(\.object) == [nil, nil, nil, nil, nil, ["k": 3]])
        #expect(values.map(\.kind) == ["null", "boolean", "number", "string", "array", "object"])
        #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, 3])
    }

    @Test func `strings are all strings or none`() {
        #expect((["a", "b"] as JSONValue).strings == ["a", "b"])
        #expect(([] as JSONValue).strings == [])
        #expect((["a", 1] as JSONValue).strings == nil)
        #expect(("a" as JSONValue).strings == nil)
    }

    @Test(
        arguments: [
            ("7", 7), ("-0", 0), ("3600.0", 3600), ("36e2", 3600), ("3600.5", nil), ("1e999", nil),
            ("9223372036854775807", .max), ("9223372036854775808", nil), ("9007199254740993.0", nil),
            ("1e-400", nil), ("0e400", 0), ("-0.000e-7", 0),
        ] as [(String, Int?)])
    func `a number is an integer where that is exact`(literal: String, int: Int?) throws {
        #expect(try JSONValue(parsing: literal.utf8).int == int)
    }

    @Test func `a number made from a fraction is spelled as JSON spells it`() throws {
        #expect(JSONNumber(2.0)?.literal == "2")
        #expect(JSONNumber(0.1)?.literal == "0.1")
        #expect(JSONNumber(-1e300)?.double == -1e300)
        #expect(JSONNumber(.infinity) == nil)
        #expect(JSONNumber(.nan) == nil)
        for value in [Double.leastNonzeroMagnitude, 1.7976931348623157e308, -0.0, 123456.789] {
            let literal = try #require(JSONNumber(value)?.literal)
            #expect(try JSONValue(parsing: literal.utf8).double == value)
        }
    }

    @Test func `setting a member keeps its place, adds or removes it`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        #expect(object.serialized() == #"{"a":3,"b":2,"c":4}"#)
        object["b"] = nil
        #expect(object.names == ["a", "c"])
        var repeated: JSONObject = ["a": 1, "b": 2, "a": 3]
        repeated["a"] = 4
        #expect(repeated.serialized() == #"{"a":4,"b":2}"#)
        repeated = ["a": 1, "b": 2, "a": 3]
        repeated["a"] = nil
        #expect(repeated.names == ["b"])
    }

    @Test func `names are compared byte by byte`() {
        let object: JSONObject = ["\u{212A}": 1, "\u{E9}": 2]
        #expect(object["K"] == nil)
        #expect(object["e\u{301}"] == nil)
        #expect(object["\u{E9}"] == 2)
    }
}
