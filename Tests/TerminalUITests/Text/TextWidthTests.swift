import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("plain text", 10), ("é", 1), ("e\u{301}", 1), ("ñandú", 5),
        ("漢字", 4), ("かな", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("，", 2),
        ("→✓●█…", 5), ("─│╭", 3), ("±§¶", 3), ("Ω", 1), ("шрифт", 5), ("שלום", 4), ("नमस्ते", 4),
    ])
    func `text takes the columns that terminals give it`(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test func `frames and bars are one column wide each, with marks on them too`() {
        for value in UInt32(0x2500)..<0x25A0 {
            let text = Unicode.Scalar(value).map { String($0) } ?? ""
            #expect(TextWidth.columns(of: text) == 1)
            #expect(Cell(Character(text)).grapheme == text)
            #expect(Cell(Character(text + "\u{301}")).grapheme == text + "\u{301}")
        }
    }

    @Test(arguments: [
        ("😀", 2), ("⌚", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("⚠\u{FE0F}", 2), ("©\u{FE0F}", 2), ("©", 1), ("⌚\u{FE0E}", 2),
        ("👍🏽", 2), ("🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("👩🏽‍💻", 2), ("🧑‍🤝‍🧑", 2),
        ("🇩🇪", 2), ("🇩", 1), ("🇩🇪🇫🇷", 4), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
        ("1\u{FE0F}\u{20E3}", 2), ("#\u{20E3}", 2), ("1", 1),
    ])
    func `statement 31: an emoji sequence is one picture two columns wide`(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        "\u{1B}", "\n", "\u{7F}", "\u{9B}", "\u{202E}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{E0041}", "\u{378}",
    ])
    func `what can't be shown as itself takes the one column of its stand-in`(text: String) {
        #expect(TextWidth.columns(of: text) == 1)
    }

    @Test func `a lone combining mark is given a base to stand on`() {
        #expect(TextWidth.columns(of: "\u{301}") == 1)
        #expect(Cell("\u{301}").grapheme == "\u{25CC}\u{301}")
    }

    @Test func `marks beyond the fourth on one base are left out`() {
        let tower = Character("z" + String(repeating: "\u{301}", count: 50))
        #expect(TextWidth.columns(of: tower) == 1)
        #expect(Cell(tower).grapheme.unicodeScalars.count == 5)
    }

    @Test(arguments: ["a→b", "a漢b", "ae\u{301}b", ""])
    func `the longest prefix has as many columns as fit`(text: String) {
        for columns in -1...6 {
            let prefix = TextWidth.prefix(text, columns: columns)
            #expect(text.hasPrefix(prefix) && TextWidth.columns(of: prefix) <= max(0, columns))
            let next = text.dropFirst(prefix.count).first.map { TextWidth.columns(of: $0) } ?? 9
            #expect(TextWidth.columns(of: prefix) + next > columns)
        }
    }

    @Test func `padding counts columns, not characters`() {
        #expect(TextWidth.pad("漢", to: 5) == "漢   ")
        #expect(TextWidth.pad("12", to: 5, .right) == "   12")
        #expect(TextWidth.pad("漢", to: 5, .center) == " 漢  ")
        #expect(TextWidth.pad("too long", to: 3) == "too long")
    }
}
