import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HitMapTests {
    private enum Part: Equatable { case pane, row(Int), button }

    private var map: HitMap<Part> {
        var map = HitMap<Part>()
        map.mark(Rect(x: 0, y: 0, width: 20, height: 10), as: .pane)
        for (index, row) in Rect(x: 1, y: 1, width: 18, height: 3).rows.enumerated() { map.mark(row, as: .row(index)) }
        return map
    }

    @Test func `the topmost target is hit, by every cell of its rectangle`() {
        #expect(map.hit(at: .zero) == .pane)
        #expect(map.hit(at: Point(x: 1, y: 1)) == .row(0))
        #expect(map.hit(at: Point(x: 18, y: 3)) == .row(2))
        #expect(map.hit(at: Point(x: 19, y: 3)) == .pane)
        #expect(map.hit(at: Point(x: 19, y: 9)) == .pane)
    }

    @Test(arguments: [Point(x: 20, y: 0), Point(x: 0, y: 10), Point(x: -1, y: 0), Point(x: 500, y: 500)])
    func `nothing is hit where nothing was marked`(point: Point) {
        #expect(map.hit(at: point) == nil)
    }

    @Test func `what a popup covers can't be hit, what lies on the popup can`() {
        var map = map
        map.cover(Rect(x: 5, y: 0, width: 5, height: 5))
        map.mark(Rect(x: 6, y: 2, width: 3, height: 1), as: .button)
        #expect(map.hit(at: Point(x: 5, y: 1)) == nil)
        #expect(map.hit(at: Point(x: 7, y: 2)) == .button)
        #expect(map.hit(at: Point(x: 4, y: 1)) == .row(0))
    }

    @Test func `an empty rectangle is never hit`() {
        var map = HitMap<Part>()
        map.mark(Rect(x: 3, y: 3, width: 0, height: 4), as: .button)
        #expect(map.hit(at: Point(x: 3, y: 3)) == nil)
    }
}
