import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct PopupTests {
    private func dotted(_ width: Int, _ height: Int) -> Surface {
        var surface = Surface(size: Size(width: width, height: height))
        surface.fill(surface.bounds, with: ".", style: Style(.danger, .bold))
        return surface
    }

    @Test func `a popup covers what is under it and nothing beside it`() {
        var surface = dotted(20, 7)
        let inside = Popup.draw(
            on: &surface, in: surface.bounds, inside: Size(width: 6, height: 1), title: "Ask", glyphs: .unicode)
        surface.write("really?", at: inside.origin, limit: inside.width)
        #expect(
            surface.lines == [
                "....................",
                "....................",
                ".....╔ Ask ═══╗.....",
                ".....║ really ║.....",
                ".....╚════════╝.....",
                "....................",
                "....................",
            ])
    }

    @Test func `a popup is made smaller where its area is`() {
        var surface = dotted(20, 5)
        let inside = Popup.draw(
            on: &surface, in: surface.bounds, inside: Size(width: 99, height: 99), glyphs: .unicode)
        #expect(inside == Rect(x: 2, y: 1, width: 16, height: 3))
    }

    @Test func `what lies behind a popup is dimmed, and what lies beside its area is not`() {
        var surface = dotted(20, 10)
        let area = surface.bounds.inset(top: 1, bottom: 1)
        _ = Popup.draw(on: &surface, in: area, inside: Size(width: 6, height: 1), glyphs: .unicode)
        let beside = Style(.danger, .bold)
        #expect(surface.row(0).allSatisfy { $0.style == beside })
        #expect(surface.row(9).allSatisfy { $0.style == beside })
        #expect(surface.row(1).allSatisfy { $0.style == .shade })
        #expect(surface.row(4).prefix(4).allSatisfy { $0.style == .shade })
        #expect(surface.row(4).allSatisfy { $0.style != beside })
    }

    @Test func `dimming keeps what is written, wide characters too`() {
        var surface = Surface(size: Size(width: 6, height: 1))
        surface.write("a漢字b", at: .zero, style: .selection)
        surface.dim(Rect(x: 2, y: 0, width: 9, height: 9))
        #expect(surface.lines == ["a漢字b"])
        #expect(surface.row(0).map(\.style) == [.selection, .selection, .shade, .shade, .shade, .shade])
    }
}
