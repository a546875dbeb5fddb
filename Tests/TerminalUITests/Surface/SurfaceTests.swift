import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct SurfaceTests {
    private func surface(_ width: Int, _ height: Int = 1) -> Surface {
        Surface(size: Size(width: width, height: height))
    }

    @Test func `writing answers the columns that were used`() {
        var surface = surface(10)
        #expect(surface.write("漢字", at: .zero) == 4)
        #expect(surface.write("abc", at: Point(x: 4, y: 0), limit: 2) == 2)
        #expect(surface.write("long enough", at: Point(x: 6, y: 0)) == 4)
        #expect(surface.lines == ["漢字ablong"])
    }

    @Test func `whatever lies outside is cut off`() {
        var surface = surface(5, 2)
        surface.write("above", at: Point(x: 0, y: -1))
        surface.write("below", at: Point(x: 0, y: 2))
        surface.write("abcdefgh", at: Point(x: -3, y: 0))
        surface.write("右左", at: Point(x: -1, y: 1))
        surface.fill(Rect(x: 3, y: 1, width: 50, height: 50), with: "#")
        #expect(surface.lines == ["defgh", " 左##"])
    }

    @Test func `a wide character is never cut in two by the edge or by a limit`() {
        var surface = surface(5)
        surface.write("abc漢字", at: .zero, limit: 4)
        #expect(surface.lines == ["abc"])
        surface.write("abcd漢", at: .zero)
        #expect(surface.lines == ["abcd"])
    }

    @Test func `writing over one half of a wide character blanks the other`() {
        var surface = surface(6)
        surface.write("漢字漢", at: .zero)
        surface.write("x", at: Point(x: 1, y: 0))
        surface.write("y", at: Point(x: 2, y: 0))
        surface.write("国", at: Point(x: 3, y: 0))
        #expect(surface.lines == [" xy国"])
        expectWhole(surface)
    }

    @Test(arguments: [(1, 3, "x"), (0, 3, "x"), (1, 4, "x"), (2, 2, "x"), (1, 3, "漢"), (0, 5, "漢"), (1, 9, "x")])
    func `filling over one half of a wide character blanks the other`(x: Int, width: Int, character: Character) {
        var surface = surface(6, 2)
        for y in 0..<2 { surface.write("漢字漢", at: Point(x: 0, y: y)) }
        surface.fill(Rect(x: x, y: 0, width: width, height: 1), with: character)
        expectWhole(surface)
        #expect(surface.row(0)[x].grapheme == String(character))
        surface.clear(Rect(x: x, y: 1, width: width, height: 1))
        expectWhole(surface)
        #expect(surface.row(1).dropFirst(x).prefix(width).allSatisfy { $0 == .blank })
    }

    @Test func `statement 23: no cell holds anything that a terminal would obey`() {
        var surface = surface(20)
        let text = "\u{1B}[2J\u{9B}H\r\n\t\u{202E}\u{200B}\u{7F}\u{0}"
        surface.write(text, at: .zero)
        #expect(surface.lines == ["␛[2J\u{FFFD}H␍␊␉\u{FFFD}\u{FFFD}␡␀"])
        for character in text {
            let scalars = Cell(character).grapheme.unicodeScalars
            #expect(scalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
        }
    }

    @Test func `random writes never leave half a wide character`() {
        let pieces = ["a", "漢", "👨‍👩‍👧‍👦", "e\u{301}", "\u{1B}", "🇩🇪", "लि", "──"]
        var surface = surface(13, 3)
        for step in 0..<2000 {
            let place = Point(x: step * 7 % 17 - 2, y: step * 5 % 5 - 1)
            switch step % 4 {
            case 0: surface.write(pieces[step % pieces.count], at: place)
            case 1: surface.fill(Rect(origin: place, size: Size(width: 3, height: 2)), with: step % 2 == 0 ? "国" : ".")
            case 2: surface.clear(Rect(origin: place, size: Size(width: step / 4 % 4, height: 2)))
            default: surface.blit(surface, at: Point(x: step % 5 - 2, y: step % 3 - 1))
            }
            expectWhole(surface)
        }
    }

    @Test func `a cut-out of a wide character is copied as a blank`() {
        var part = surface(3)
        part.write("漢x", at: .zero)
        var whole = surface(6)
        whole.fill(whole.bounds, with: ".")
        whole.blit(part, at: Point(x: -1, y: 0))
        whole.blit(part, at: Point(x: 5, y: 0))
        #expect(whole.lines == [" x..."])
    }

    @Test func `copying takes the cursor along`() {
        var part = surface(3)
        part.cursor = Point(x: 1, y: 0)
        var whole = surface(6, 4)
        whole.blit(part, at: Point(x: 2, y: 3))
        #expect(whole.cursor == Point(x: 3, y: 3))
    }

    @Test func `recolouring keeps text and attributes`() {
        var surface = surface(4)
        surface.write(StyledText("a", Style(.danger, .bold)) + "b", at: .zero)
        surface.recolor(surface.bounds, .selection)
        #expect(surface.lines == ["ab"])
        #expect(surface.styleLines == ["Jjjj"])
    }

    @Test func `text is aligned within its row and cut with the ellipsis`() {
        var surface = surface(9, 3)
        let rows = surface.bounds.rows
        surface.write("漢", in: rows[0], alignment: .right)
        surface.write("mid", in: rows[1], alignment: .center)
        surface.write("much too long", in: rows[2], ellipsis: "~")
        #expect(surface.lines == ["       漢", "   mid", "much too~"])
    }

    private func expectWhole(_ surface: Surface) {
        for y in 0..<surface.size.height {
            let row = Array(surface.row(y))
            for (x, cell) in row.enumerated() {
                if cell.width == 2 { #expect(x + 1 < row.count && row[x + 1].isContinuation) }
                if cell.isContinuation { #expect(x > 0 && row[x - 1].width == 2) }
            }
        }
    }
}
