import JOSE
import Testing

@testable import YAML

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    private func fault(_ bytes: [UInt8]) -> String {
        do throws(YAMLError) {
            return "read as \(try YAMLDocument(parsing: bytes).value.serialized())"
        } catch {
            return "\(error)"
        }
    }

    private func fault(_ text: String) -> String { fault(Array(text.utf8)) }

    @Test(arguments: [
        ("", "the text ends, expected a value (at line 1, column 1)"),
        ("# a remark alone\n", "the text ends, expected a value (at line 2, column 1)"),
        ("a: 1\n\tb: 2\n", "a tab where only spaces are allowed (at line 2, column 1)"),
        ("a:\n  b: [1, 2\n", "did not find expected ',' or ']' (at line 3, column 1)"),
        ("a: {b: 1\n", "did not find expected ',' or '}' (at line 2, column 1)"),
        ("a: \"never closed\n", "found unexpected end of stream (at line 2, column 1)"),
        ("a: b: c\n", "mapping values are not allowed in this context (at line 1, column 5)"),
        ("a: 1\n  b: 2\n", "mapping values are not allowed in this context (at line 2, column 4)"),
        ("a: 1\nb: 2\na: 3\n", "the name \"a\" is repeated (at line 3, column 1)"),
        ("a: {200: x, '200': y}\n", "the name \"200\" is repeated (at line 1, column 13)"),
        ("a: 1\n--- \nb: 2\n", "more text after the value (at line 2, column 1)"),
        ("a: *b\n", "the alias *b refers to nothing that is complete before it (at line 1, column 4)"),
        ("a: &b [1, *b]\n", "the alias *b refers to nothing that is complete before it (at line 1, column 11)"),
        ("a: &b 1\nb: &b [*b]\n", "the alias *b refers to nothing that is complete before it (at line 2, column 8)"),
        ("a: &b {c: 1}\nd:\n  <<: *b\n", "merge keys (<<) are not supported (at line 3, column 3)"),
        ("[1]: 2\n", "expected a member's name (at line 1, column 1)"),
        ("{a: 1}: 2\n", "expected a member's name (at line 1, column 1)"),
        ("a: &k [1]\n*k : 2\n", "expected a member's name (at line 2, column 1)"),
        ("é: 1\nü: \u{1}\n", "control character 1 in a string (at line 2, column 4)"),
        ("a: \u{7F}\n", "control character 127 in a string (at line 1, column 4)"),
        ("a: @b\n", "found character that cannot start any token (at line 1, column 4)"),
        ("%YAML 3.0\n---\na: 1\n", "found incompatible YAML document (at line 1, column 1)"),
    ])
    func `what can't be read is named with its place`(text: String, words: String) {
        #expect(fault(text) == words)
    }

    @Test func `bytes that are no text are named with their place`() {
        #expect(fault(Array("a: 1\né: ".utf8) + [0xFF, 0x0A]) == "not UTF-8 (at line 2, column 4)")
        #expect(fault(Array("a: ".utf8) + [0xC3]) == "not UTF-8 (at line 1, column 4)")
    }

    @Test(arguments: ["[", "{a: ", "- ", "? "])
    func `deep nesting ends at the limit`(opening: String) {
        let words = fault(String(repeating: opening, count: 200_000))
        #expect(words.hasPrefix("nested deeper than 128 (at line 1, column ") || opening == "? ", "\(words)")
        #expect(words.contains("(at line 1, column "))
    }

    @Test func `the limit of depth is JSON's, through aliases too`() {
        let limit = YAMLDocument.maximumDepth
        let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(fault(nested(limit)).hasPrefix("read as"))
        #expect(fault(nested(limit + 1)).hasPrefix("nested deeper than 128"))
        var text = "- &a0 []\n"
        for level in 1...limit { text += "- &a\(level) [*a\(level - 1)]\n" }
        #expect(fault(text).hasPrefix("nested deeper than 128 (at line \(limit), "), "\(fault(text))")
    }

    @Test func `aliases of aliases end at the limit of values`() {
        var text = "- &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let names = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "- &a\(level) [\(names)]\n"
        }
        #expect(fault(text).hasPrefix("more than 50000 values (at line 5, "), "\(fault(text))")
    }

    @Test func `aliases of long texts end at the limit of text`() {
        let long = String(repeating: "x", count: 1 << 20)
        let text = "- &a \(long)\n" + String(repeating: "- *a\n", count: 40)
        #expect(fault(text) == "aliases expand to more than 16 MiB of text (at line 17, column 3)")
        let list = "- &a [[\(long)]]\n" + String(repeating: "- {b: *a}\n", count: 40)
        #expect(fault(list) == "aliases expand to more than 16 MiB of text (at line 16, column 7)")
        let keys = "- &a \(long)\n" + String(repeating: "- {*a : 1}\n", count: 40)
        #expect(fault(keys) == "aliases expand to more than 16 MiB of text (at line 16, column 4)")
    }

    /// What is repeated, and how often: a text itself would be printed as the test's argument.
    @Test(arguments: [
        ("", "- a\n", 49_000, ""), ("", "# remark\n", 500_000, "a: 1"), ("a: \"", "x ", 2_000_000, "\""),
        ("a: '", "''", 1_000_000, "'"), ("", "&a ", 100_000, ""), ("", "\n", 4_000_000, ""),
        ("[", "a: b, ", 20_000, "]"), ("", "!!str ", 100_000, ""), ("a: |\n", "  line\n", 300_000, ""),
    ])
    func `large and odd texts are read, or refused, soon`(start: String, piece: String, count: Int, end: String) {
        let text = start + String(repeating: piece, count: count) + end
        let time = ContinuousClock().measure { _ = fault(text) }
        #expect(time < .seconds(20))
    }

    @Test func `as many keys as are allowed are read soon`() {
        let text = (0..<24_000).map { "k\($0): \($0)\n" }.joined()
        let time = ContinuousClock().measure { _ = fault(text) }
        #expect(time < .seconds(20))
    }

    @Test func `cut anywhere, a text is read or refused with a place`() throws {
        let bytes = Array(Documents.orders.yaml.utf8)
        for count in 0..<bytes.count {
            let words = fault(Array(bytes[..<count]))
            #expect(words.hasPrefix("read as") || words.contains("(at line "), "\(count): \(words)")
        }
    }

    @Test func `damaged anywhere, a text is read or refused with a place`() throws {
        let bytes = Array(Documents.orders.yaml.utf8)
        for index in stride(from: 0, to: bytes.count, by: 3) {
            for byte in [0x00, 0x09, 0x0A, 0x22, 0x26, 0x2A, 0x3A, 0x5B, 0x7B, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] = byte
                let words = fault(damaged)
                #expect(words.hasPrefix("read as") || words.contains("(at line "), "\(index), \(byte): \(words)")
            }
        }
    }
}
