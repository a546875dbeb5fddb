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

    @Test(arguments: [
        ("😀", 2), ("⌚", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("⚠\u{FE0F}", 2), ("©\u{FE0F}", 2), ("©", 1), ("⌚\u{FE0E}", 2),
        ("👍🏽", 2), ("🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("👩🏽‍💻", 2), ("🧑‍🤝‍🧑", 2),
        ("🇩🇪", 2), ("🇩", 1), ("🇩🇪🇫🇷", 4), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
        ("1\u{FE0F}\u{20E3}", 2), ("#\u{20E3}", 2), ("1", 1),
    ])
    func `an emoji sequence is one picture two columns wide`(text: String, columns: Int) {
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

    @Test(arguments: [
        ("shorter", 10, "shorter"), ("exactly10!", 10, "exactly10!"), ("a longer text", 8, "a longe…"), ("abc", 1, "…"),
        ("abc", 0, ""), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
    ])
    func `what is too long ends in an ellipsis within the width`(text: String, columns: Int, expected: String) {
        let cut = TextWidth.truncate(text, to: columns)
        #expect(cut == expected)
        #expect(TextWidth.columns(of: cut) <= columns)
    }

    @Test func `a path can be cut at its beginning`() {
        #expect(TextWidth.truncateStart("/home/alice/orders.http", to: 12) == "…orders.http")
        #expect(TextWidth.truncateStart("/orders", to: 12) == "/orders")
        #expect(TextWidth.truncateStart("漢字漢字x", to: 4) == "…字x")
    }

    @Test func `padding counts columns, not characters`() {
        #expect(TextWidth.pad("漢", to: 5) == "漢   ")
        #expect(TextWidth.pad("12", to: 5, .right) == "   12")
        #expect(TextWidth.pad("漢", to: 5, .center) == " 漢  ")
        #expect(TextWidth.pad("too long", to: 3) == "too long")
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one  two", 3, ["one", "two"]),
        ("unbreakable", 4, ["unbr", "eaka", "ble"]), ("a\nb\r\nc", 10, ["a", "b", "c"]), ("", 5, [""]),
        ("漢字漢字", 5, ["漢字", "漢字"]), ("a unbreakable", 5, ["a", "unbre", "akabl", "e"]), ("x\n\ny", 5, ["x", "", "y"]),
        ("  indented text", 10, ["  indented", "text"]),
    ])
    func `wrapped lines break at spaces and fit`(text: String, columns: Int, expected: [String]) {
        let lines = TextWidth.wrap(text, to: columns)
        #expect(lines == expected)
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
    }
}
