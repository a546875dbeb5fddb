import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct BoxTests {
    private func drawn(_ width: Int, _ height: Int, _ body: (inout Surface) -> Void) -> [String] {
        var surface = Surface(size: Size(width: width, height: height))
        body(&surface)
        return surface.lines
    }

    private func panes(_ glyphs: Glyphs) -> Surface {
        var surface = Surface(size: Size(width: 38, height: 6))
        let (left, right) = surface.bounds.split(left: 19)
        let focused = Pane("Session", isFocused: true)
        let inside = focused.draw(on: &surface, in: left, glyphs: glyphs)
        surface.write("漢字 e\u{301} 👨‍👩‍👧‍👦", at: inside.origin)
        focused.drawDivider(on: &surface, row: 3, in: left, title: "User", glyphs: glyphs)
        Pane("Events", note: StyledText("follow", .dim)).draw(on: &surface, in: right, glyphs: glyphs)
        return surface
    }

    @Test func `a focused pane differs in the weight of its frame and by a mark`() {
        #expect(
            panes(.unicode).lines == [
                "┏ ▶ Session ━━━━━━┓╭ Events ─ follow ╮",
                "┃漢字 é 👨‍👩‍👧‍👦        ┃│                 │",
                "┃                 ┃│                 │",
                "┣ User ━━━━━━━━━━━┫│                 │",
                "┃                 ┃│                 │",
                "┗━━━━━━━━━━━━━━━━━┛╰─────────────────╯",
            ])
    }

    @Test func `panes are complete in ASCII`() {
        #expect(
            panes(.ascii).lines.enumerated().filter { $0.offset != 1 }.map(\.element) == [
                "# > Session ======#+ Events - follow +",
                "#                 #|                 |",
                "# User ===========#|                 |",
                "#                 #|                 |",
                "#=================#+-----------------+",
            ])
    }

    @Test func `the roles of a frame, its title and its note differ`() {
        #expect(panes(.unicode).styleLines[0] == "ddDDDDDDDDDddddddddccbbbbbbcccaaaaaacc")
    }

    @Test func `a title too long for its frame is cut`() {
        let lines = drawn(12, 3) { $0.box($0.bounds, title: "A long title", borders: .rounded) }
        #expect(lines[0] == "╭ A long … ╮")
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 5), (5, 1), (2, 2), (3, 2), (4, 2), (5, 3)])
    func `frames fit any size`(width: Int, height: Int) {
        let lines = drawn(8, 6) { surface in
            let rect = Rect(x: 0, y: 0, width: width, height: height)
            Pane("漢字 title", isFocused: true, note: "note").draw(on: &surface, in: rect, glyphs: .unicode)
            Pane("x").drawDivider(on: &surface, row: 1, in: rect, glyphs: .unicode)
        }
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        #expect(lines.dropFirst(height).allSatisfy { $0.isEmpty })
    }

    @Test func `a popup covers what is under it and stays inside its area`() {
        var surface = Surface(size: Size(width: 20, height: 5))
        surface.fill(surface.bounds, with: ".")
        let inside = Popup.draw(
            on: &surface, in: surface.bounds, inside: Size(width: 6, height: 1), title: "Ask", glyphs: .unicode)
        surface.write("really?", at: inside.origin, limit: inside.width)
        #expect(
            surface.lines == [
                "....................",
                ".....╔ Ask ═══╗.....",
                ".....║ really ║.....",
                ".....╚════════╝.....",
                "....................",
            ])
        let large = Popup.draw(
            on: &surface, in: surface.bounds, inside: Size(width: 99, height: 99), glyphs: .unicode)
        #expect(large == Rect(x: 2, y: 1, width: 16, height: 3))
    }
}
