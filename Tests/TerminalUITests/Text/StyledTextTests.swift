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
}
