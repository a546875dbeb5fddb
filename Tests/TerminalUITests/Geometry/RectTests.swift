import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct RectTests {
    private let rect = Rect(x: 2, y: 1, width: 10, height: 6)

    @Test func `the two parts of a split cover the rectangle`() {
        let (left, right) = rect.split(left: 4)
        #expect(left == Rect(x: 2, y: 1, width: 4, height: 6))
        #expect(right == Rect(x: 6, y: 1, width: 6, height: 6))
        let (rest, bottom) = rect.split(bottom: 2)
        #expect(rest == Rect(x: 2, y: 1, width: 10, height: 4))
        #expect(bottom == Rect(x: 2, y: 5, width: 10, height: 2))
        #expect(rect.split(top: 1).rest.split(right: 3).right == Rect(x: 9, y: 2, width: 3, height: 5))
    }

    @Test(arguments: [-3, 0, 6, 7, 1000])
    func `splitting off more or less than there is leaves nothing negative`(rows: Int) {
        let (top, rest) = rect.split(top: rows)
        #expect(top.height + rest.height == rect.height)
        #expect(top.height >= 0 && rest.height >= 0)
    }

    @Test func `insets larger than the rectangle leave it empty`() {
        #expect(rect.inset(by: 3).isEmpty)
        #expect(rect.inset(by: 100).size == .zero)
        #expect(rect.inset(by: 1) == Rect(x: 3, y: 2, width: 8, height: 4))
    }

    @Test func `a rectangle in the middle is cut to what surrounds it`() {
        #expect(rect.centered(Size(width: 4, height: 2)) == Rect(x: 5, y: 3, width: 4, height: 2))
        #expect(rect.centered(Size(width: 40, height: 20)) == rect)
    }

    @Test func `rectangles that don't touch have an empty intersection`() {
        #expect(rect.intersection(Rect(x: 50, y: 50, width: 2, height: 2)).isEmpty)
        #expect(rect.intersection(Rect(x: 0, y: 0, width: 4, height: 3)) == Rect(x: 2, y: 1, width: 2, height: 2))
    }
}
