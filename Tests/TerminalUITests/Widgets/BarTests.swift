import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarTests {
    @Test(arguments: [
        (0..<5, 20, [0]), (15..<20, 20, [4]), (7..<12, 20, [2]), (1..<6, 20, [1]), (0..<10, 20, [0, 1]), (0..<5, 5, []),
        (0..<0, 0, []), (14..<19, 20, [3]),
    ])
    func `a scrollbar touches its ends only at the ends of the text`(visible: Range<Int>, count: Int, thumb: [Int]) {
        var surface = Surface(size: Size(width: 1, height: 5))
        Scrollbar.draw(on: &surface, in: surface.bounds, visible: visible, count: count, glyphs: .ascii)
        #expect(surface.lines.indices.filter { surface.lines[$0] == Glyphs.ascii.scrollThumb } == thumb)
    }

    @Test(arguments: [Glyphs.unicode, .ascii])
    func `a thumb is told from every frame that it may lie on`(glyphs: Glyphs) {
        for borders in [glyphs.border, glyphs.borderFocused, glyphs.borderPopup] {
            #expect(glyphs.scrollThumb != String(borders.vertical))
        }
    }
}
