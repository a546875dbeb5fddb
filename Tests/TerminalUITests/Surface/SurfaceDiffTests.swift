import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SurfaceDiffTests {
    private func surface(_ text: String, width: Int = 30) -> Surface {
        var surface = Surface(size: Size(width: width, height: 1))
        surface.write(text, at: .zero)
        return surface
    }

    @Test func `equal surfaces need nothing sent`() {
        #expect(diff(old: surface("same 漢"), new: surface("same 漢")).isEmpty)
    }

    @Test func `one changed cell is one run of one cell`() {
        let runs = diff(old: surface("count 1"), new: surface("count 2"))
        #expect(runs.map(\.origin) == [Point(x: 6, y: 0)])
        #expect(runs.map(\.cells) == [[Cell("2")]])
    }

    @Test func `changes near each other are one run, distant ones two`() {
        let near = diff(old: surface("a1234a"), new: surface("b1234b"))
        #expect(near.map(\.cells.count) == [6])
        let far = diff(old: surface("a12345a"), new: surface("b12345b"))
        #expect(far.map(\.origin.x) == [0, 6])
    }

    @Test func `a change of style alone is a change`() {
        var styled = surface("abc")
        styled.recolor(Rect(x: 1, y: 0, width: 1, height: 1), .danger)
        #expect(diff(old: surface("abc"), new: styled).map(\.origin.x) == [1])
    }

    @Test func `surfaces of different sizes have nothing in common`() {
        let runs = diff(old: surface("abc", width: 3), new: surface("abc", width: 4))
        #expect(runs.map(\.cells.count) == [4])
    }

    @Test(arguments: 0..<50)
    func `what is sent makes the old surface the new one`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let old = randomSurface(&random)
        let new = randomSurface(&random, changing: old)
        var sent = old
        for run in diff(old: old, new: new) {
            #expect(run.cells.first?.isContinuation == false)
            #expect(run.cells.last?.width != 2)
            for (offset, cell) in run.cells.enumerated() where !cell.isContinuation {
                sent[run.origin + Point(x: offset, y: 0)] = cell
            }
        }
        #expect(sent.cells == new.cells)
    }

    private func randomSurface(_ random: inout SeededGenerator, changing old: Surface? = nil) -> Surface {
        var surface = old ?? Surface(size: Size(width: 23, height: 5))
        let pieces = ["a", "bc", "漢", "字x", "👍🏽", "e\u{301}", " ", "─"]
        let styles: [Style] = [.text, .danger, Style(.title, .bold)]
        for _ in 0..<Int.random(in: 0..<40, using: &random) {
            let place = Point(x: Int.random(in: 0..<23, using: &random), y: Int.random(in: 0..<5, using: &random))
            let piece = pieces.randomElement(using: &random) ?? ""
            surface.write(piece, at: place, style: styles.randomElement(using: &random) ?? .text)
        }
        return surface
    }
}
