import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct BoxTests {
    private func drawn(_ width: Int, _ height: Int, _ body: (inout Surface) -> Void) -> Surface {
        var surface = Surface(size: Size(width: width, height: height))
        body(&surface)
        return surface
    }

    private func panes(_ glyphs: Glyphs) -> Surface {
        drawn(32, 6) { surface in
            let (left, right) = surface.bounds.split(left: 19)
            surface.box(
                left, title: StyledText("Session", .title), style: .borderFocused, borders: glyphs.borderFocused)
            surface.write("漢字 e\u{301} 👨‍👩‍👧‍👦", at: left.inset(by: 1).origin)
            surface.box(right, title: StyledText("Events", .title), borders: glyphs.border)
        }
    }

    @Test func `frames have the weight of their borders`() {
        #expect(
            panes(.unicode).lines == [
                "┏ Session ━━━━━━━━┓╭ Events ───╮",
                "┃漢字 é 👨‍👩        ┃│           │",
                "┃                 ┃│           │",
                "┃                 ┃│           │",
                "┃                 ┃│           │",
                "┗━━━━━━━━━━━━━━━━━┛╰───────────╯",
            ])
    }

    @Test func `frames are complete in ASCII`() {
        #expect(
            panes(.ascii).lines.enumerated().filter { $0.offset != 1 }.map(\.element) == [
                "# Session ========#+ Events ---+",
                "#                 #|           |",
                "#                 #|           |",
                "#                 #|           |",
                "#=================#+-----------+",
            ])
    }

    @Test func `the roles of a frame and its title differ`() {
        #expect(panes(.unicode).styleLines[0] == "ddbbbbbbbddddddddddccbbbbbbccccc")
    }

    @Test func `a title too long for its frame is cut`() {
        let lines = drawn(12, 3) { $0.box($0.bounds, title: "A long title", borders: .rounded) }.lines
        #expect(lines[0] == "╭ A long … ╮")
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 5), (5, 1), (2, 2), (3, 2), (4, 2), (5, 3)])
    func `frames fit any size`(width: Int, height: Int) {
        let lines = drawn(8, 6) { surface in
            let rect = Rect(x: 0, y: 0, width: width, height: height)
            surface.box(rect, title: "漢字 title", borders: .heavy)
        }.lines
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        #expect(lines.dropFirst(height).allSatisfy { $0.isEmpty })
    }
}
