import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(5))) struct GraphemeTests {
    @Test(arguments: [
        "", "a", "é", "─", "漢", "😀", "e\u{301}", "🇩🇪", "1️⃣", "👍🏽", "क्षि", "a\u{301}\u{302}\u{303}\u{304}",
    ])
    func `short text is kept`(text: String) {
        #expect(Grapheme(text).text == text)
    }

    @Test func `what is longer is cut after a whole scalar, without the joiner to what follows`() {
        #expect(Grapheme("👨‍👩‍👧‍👦").text == "👨‍👩")
        #expect(Grapheme("\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}").text.unicodeScalars.count == 4)
    }

    @Test func `one scalar is told apart from several, and from none`() {
        for value in [0x20, 0x7E, 0xA0, 0x2FF, 0x7FF, 0x800, 0x2500, 0xFFFD] as [UInt32] {
            let scalar = Unicode.Scalar(value)
            #expect(scalar.map { Grapheme($0).scalar } == scalar)
        }
        for text in ["", "e\u{301}", "é\u{301}", "─\u{301}", "😀"] { #expect(Grapheme(text).scalar == nil) }
    }

    @Test func `texts that differ are different graphemes`() {
        let texts = ["a", "b", "e", "e\u{301}", "漢", "─", "━", "🇩🇪", "🇫🇷", "👍", "👍🏽", ""]
        #expect(Set(texts.map(Grapheme.init)).count == texts.count)
    }

    @Test func `a plain scalar is what the long way makes of it`() {
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value), scalar.isPlain else { continue }
            #expect(ScalarKind(scalar) == .spacing(1), "\(String(value, radix: 16))")
            // No cluster with another plain one.
            #expect("a\(scalar)".count == 2 && "\(scalar)a".count == 2 && "\(scalar)\(scalar)".count == 2)
        }
    }

    @Test func `plain scalars are told from all others in UTF-8`() {
        for value in UInt32(0)..<0x1_1000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in ["\(scalar)", "é\(scalar)", "\(scalar)▶"] where text.isPlain != scalar.isPlain {
                Issue.record("U+\(String(value, radix: 16)) in \(text.unicodeScalars.count)")
            }
        }
    }

    @Test(arguments: [
        "e\u{301}x", "xe\u{301}", "x\u{200D}y", "─\u{301}─", "a漢b", "…👨‍👩‍👧‍👦…", "\r\n", "a\r\nb", "a\u{FE0F}", "·1️⃣·",
    ])
    func `text is the same by units as by its characters`(text: String) {
        var together: [String] = []
        DisplayUnit.forEach(in: text) {
            together.append("\($0)")
            return true
        }
        var apart: [String] = []
        for character in text {
            DisplayUnit.forEach(in: String(character)) {
                apart.append("\($0)")
                return true
            }
        }
        #expect(together == apart)
    }
}
