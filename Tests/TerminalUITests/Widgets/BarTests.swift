import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarTests {
    private let tabs: [TabStrip.Tab] = [
        TabStrip.Tab("Session", key: "1"), TabStrip.Tab("Flow", key: "2"), TabStrip.Tab("Tokens", key: "3"),
    ]

    @Test func `the chosen tab is marked`() {
        let strip = TabStrip.text(tabs, selected: 1, columns: 40, glyphs: .unicode)
        #expect(strip.text == " 1 Session ▸2 Flow  3 Tokens ")
        #expect(TabStrip.text(tabs, selected: 0, columns: 40, glyphs: .ascii).text == ">1 Session  2 Flow  3 Tokens ")
    }

    @Test func `narrow strips keep the chosen tab and the keys of the others`() {
        #expect(TabStrip.text(tabs, selected: 0, columns: 20, glyphs: .unicode).text == "▸1 Session  2  3 ")
        #expect(TabStrip.text(tabs, selected: 0, columns: 6, glyphs: .unicode).text == "▸1 Se…")
    }

    @Test func `only whole hints are shown, as many as fit`() {
        let hints = [HintBar.Hint("?", "help"), HintBar.Hint("l", "sign in"), HintBar.Hint("q", "quit")]
        #expect(HintBar.text(hints, columns: 80).text == "? help  l sign in  q quit")
        #expect(HintBar.text(hints, columns: 24).text == "? help  l sign in")
        #expect(HintBar.text(hints, columns: 15).text == "? help  q quit")
        #expect(HintBar.text(hints, columns: 3).isEmpty)
        #expect(HintBar.text(hints, columns: 80).spans.filter { $0.style == .key }.map(\.text) == ["?", "l", "q"])
    }

    @Test(arguments: [
        (0..<5, 20, [0]), (15..<20, 20, [4]), (7..<12, 20, [2]), (1..<6, 20, [1]), (0..<10, 20, [0, 1]), (0..<5, 5, []),
        (0..<0, 0, []), (14..<19, 20, [3]),
    ])
    func `a scrollbar touches its ends only at the ends of the text`(visible: Range<Int>, count: Int, thumb: [Int]) {
        var surface = Surface(size: Size(width: 1, height: 5))
        Scrollbar.draw(on: &surface, in: surface.bounds, visible: visible, count: count, glyphs: .ascii)
        #expect(surface.lines.indices.filter { surface.lines[$0] == "#" } == thumb)
    }
}
