import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct SafeTextTests {
    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m", "^[[31mred^[[0m"),
        ("\u{1B}]52;c;aGk=\u{07}", "␛]52;c;aGk=␇", "^[]52;c;aGk=^G"),
        ("a\u{0}b\rc\u{8}d\u{7F}", "a␀b␍c␈d␡", "a^@b^Mc^Hd^?"),
        ("\u{9B}2J\u{85}", "<U+009B>2J<U+0085>", "<U+009B>2J<U+0085>"),
        ("a\u{202E}b\u{2066}c\u{200F}", "a<U+202E>b<U+2066>c<U+200F>", "a<U+202E>b<U+2066>c<U+200F>"),
        ("pay\u{200B}pal\u{FEFF}\u{AD}", "pay<U+200B>pal<U+FEFF><U+00AD>", "pay<U+200B>pal<U+FEFF><U+00AD>"),
        ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>", "a<U+2028>b<U+2029>"),
        ("hi\u{E0041}\u{E0042}", "hi<U+E0041><U+E0042>", "hi<U+E0041><U+E0042>"),
        ("a\u{FE0F}b\u{FE01}c\u{E0101}", "a<U+FE0F>b<U+FE01>c<U+E0101>", "a<U+FE0F>b<U+FE01>c<U+E0101>"),
        ("a\u{200D}b\u{34F}\u{3164}", "a<U+200D>b<U+034F><U+3164>", "a<U+200D>b<U+034F><U+3164>"),
        ("\u{378}\u{10FFFF}", "<U+0378><U+10FFFF>", "<U+0378><U+10FFFF>"),
        ("one\r\ntwo", "one␍␊two", "one^M^Jtwo"),
    ])
    func `what could act or hide is shown as a symbol`(text: String, unicode: String, ascii: String) {
        #expect(SafeText.plain(text, glyphs: .unicode) == unicode)
        #expect(SafeText.plain(text, glyphs: .ascii) == ascii)
    }

    @Test(arguments: ["plain", "Ünïcödé", "漢字", "👨‍👩‍👧‍👦 ❤️ 🇩🇪 1️⃣ 👍🏽", "e\u{301}", "葛\u{E0100}", "नमस्ते", "שלום"])
    func `harmless text stays as it is`(text: String) {
        #expect(SafeText.plain(text, glyphs: .unicode) == text)
    }

    @Test func `a symbol is told from the same text by its role`() {
        let line = SafeText.line("␛\u{1B}", style: .accent, glyphs: .unicode)
        #expect(line.spans == [StyledText.Span("␛", .accent), StyledText.Span("␛", .symbol)])
    }

    @Test func `tabs reach to the next stop, wide characters counted`() {
        #expect(SafeText.plain("a\tb\t漢\tc", glyphs: .unicode) == "a   b   漢  c")
        #expect(SafeText.plain("\tx", glyphs: .unicode, tabWidth: 8) == "        x")
    }

    @Test func `lines are cut at LF and CR LF only`() {
        let lines = SafeText.lines("a\nb\r\nc\rd\n", glyphs: .unicode)
        #expect(lines.map(\.text) == ["a", "b", "c␍d", ""])
    }

    @Test func `statement 23: no text whatever leaves a control or format character in the result`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let scalars = (0..<40).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random)) }
            let text = String(String.UnicodeScalarView(scalars))
            for glyphs in [Glyphs.unicode, .ascii] {
                let shown = SafeText.plain(text, glyphs: glyphs)
                let categories = Set(shown.unicodeScalars.map(\.properties.generalCategory))
                #expect(
                    categories.isDisjoint(with: [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]))
            }
        }
    }
}
