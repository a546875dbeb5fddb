import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct StyledTextTests {
    private let text = StyledText("GET ", .accent) + StyledText("/orders") + StyledText(" 200", .success)

    @Test func `neighbours of one style become one span`() {
        let joined = StyledText("a", .dim) + StyledText("b", .dim) + StyledText("", .danger) + StyledText("c", .dim)
        #expect(joined.spans == [StyledText.Span("abc", .dim)])
    }

    @Test func `cutting keeps the styles and gives the ellipsis that of what was cut`() {
        #expect(
            text.truncated(to: 8).spans
                == [StyledText.Span("GET ", .accent), StyledText.Span("/or…", .text)])
        #expect(text.truncated(to: 15) == text)
        #expect(text.truncated(to: 14, ellipsis: "~").text == "GET /orders 2~")
        #expect(text.truncated(to: 0).isEmpty)
    }

    @Test(arguments: [
        (0, "GET 漢字 end"), (1, "…T 漢字 end"), (3, "…漢字 end"), (4, "… 字 end"), (5, "…字 end"), (6, "…  end"),
        (10, "…d"), (11, "…"), (12, ""), (99, ""),
    ])
    func `what is dropped at the beginning has an ellipsis in its place`(columns: Int, rest: String) {
        let text = StyledText("GET ", .accent) + StyledText("漢字", .title) + StyledText(" end")
        let dropped = text.dropping(columns: columns)
        #expect(dropped.text == rest)
        #expect(dropped.columns == max(0, text.columns - columns))
        #expect(columns > 3 || dropped.spans.first?.style == Style(.accent))
    }

    @Test func `wrapping keeps the styles`() {
        let lines = text.wrapped(to: 8)
        #expect(lines.map(\.text) == ["GET", "/orders", "200"])
        #expect(lines[2].spans == [StyledText.Span("200", .success)])
    }

    @Test func `a word of several styles stays one word`() {
        let word = StyledText("ab cd", .dim) + StyledText("ef", .accent)
        #expect(word.wrapped(to: 5).map(\.text) == ["ab", "cdef"])
    }

    @Test func `recolouring keeps the attributes`() {
        let bold = StyledText("x", Style(.danger, .bold)).recolored(.selection)
        #expect(bold.spans == [StyledText.Span("x", Style(.selection, .bold))])
    }

    @Test(arguments: [
        ("shorter", 10, "shorter"), ("exactly10!", 10, "exactly10!"), ("a longer text", 8, "a longe…"), ("abc", 1, "…"),
        ("abc", 0, ""), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
    ])
    func `what is too long ends in an ellipsis within the width`(text: String, columns: Int, expected: String) {
        let cut = StyledText(text).truncated(to: columns).text
        #expect(cut == expected)
        #expect(TextWidth.columns(of: cut) <= columns)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one  two", 3, ["one", "two"]),
        ("unbreakable", 4, ["unbr", "eaka", "ble"]), ("a\nb\r\nc", 10, ["a", "b", "c"]), ("", 5, [""]),
        ("漢字漢字", 5, ["漢字", "漢字"]), ("a unbreakable", 5, ["a", "unbre", "akabl", "e"]), ("x\n\ny", 5, ["x", "", "y"]),
        ("  indented text", 10, ["  indented", "text"]),
    ])
    func `wrapped lines break at spaces and fit`(text: String, columns: Int, expected: [String]) {
        let lines = StyledText(text).wrapped(to: columns).map(\.text)
        #expect(lines == expected)
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
    }
}
