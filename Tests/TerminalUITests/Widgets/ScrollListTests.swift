import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScrollListTests {
    private func list(_ count: Int, height: Int = 5, isFollowing: Bool = false) -> ScrollList {
        var list = ScrollList(count: count, isFollowing: isFollowing)
        list.layOut(height: height)
        return list
    }

    @Test func `statement 28: what arrives moves neither selection nor scroll`() {
        var list = list(20)
        list.select(12)
        let before = (list.selection, list.visible)
        list.append(30)
        #expect((list.selection, list.visible) == before)
        #expect(list.unseen == 30)
    }

    @Test func `a following list keeps its end selected and in sight`() {
        var list = list(3, isFollowing: true)
        list.append(10)
        #expect(list.selection == 12)
        #expect(list.visible == 8..<13)
        #expect(list.unseen == 0)
    }

    @Test func `statement 28: moving up stops following, and following again goes to the end`() {
        var list = list(10, isFollowing: true)
        list.move(.lines(-1))
        #expect(!list.isFollowing)
        list.append(4)
        #expect(list.selection == 8)
        #expect(list.unseen == 4)
        list.follow(true)
        #expect(list.selection == 13)
        #expect(list.unseen == 0)
    }

    @Test func `moving down at the end of a following list goes on following`() {
        var list = list(10, isFollowing: true)
        list.move(.lines(1))
        #expect(list.isFollowing)
    }

    @Test func `reaching the end by hand marks everything as seen`() {
        var list = list(5)
        list.append(2)
        list.move(.end)
        #expect(list.unseen == 0)
        #expect(!list.isFollowing)
    }

    @Test func `when the oldest rows go, the same row stays selected in the same place`() {
        var list = list(20)
        list.select(12)
        let place = list.selection - list.visible.lowerBound
        list.removeFirst(6)
        #expect(list.selection == 6)
        #expect(list.selection - list.visible.lowerBound == place)
        list.removeFirst(10)
        #expect(list.selection == 0)
        #expect(list.count == 4)
    }

    @Test(arguments: [
        (ScrollMotion.lines(1), 11), (.lines(-1), 9), (.pages(1), 14), (.pages(-1), 6), (.halfPages(1), 12),
        (.halfPages(-1), 8), (.start, 0), (.end, 19),
    ])
    func `motions move the selection within the rows`(motion: ScrollMotion, row: Int) {
        var list = list(20)
        list.select(10)
        list.move(motion)
        #expect(list.selection == row)
        #expect(list.visible.contains(row))
    }

    @Test func `scrolling moves as little as it must`() {
        var list = list(20)
        for _ in 0..<6 { list.move(.lines(1)) }
        #expect(list.visible == 2..<7)
        for _ in 0..<3 { list.move(.lines(-1)) }
        #expect(list.visible == 2..<7)
    }

    @Test func `an empty list takes every motion and shows nothing`() {
        var list = list(0)
        for motion in [ScrollMotion.lines(-1), .lines(1), .pages(1), .end, .start] { list.move(motion) }
        #expect(list.selection == 0)
        #expect(list.visible.isEmpty)
        list.follow(true)
        list.append(1)
        #expect(list.visible == 0..<1)
    }

    @Test func `scrolling takes the selection along only where it would be out of sight`() {
        var list = ScrollList(count: 20)
        list.layOut(height: 5)
        list.select(4)
        list.scroll(3)
        #expect(list.visible == 3..<8)
        #expect(list.selection == 4)
        list.scroll(3)
        #expect(list.selection == 6)
        list.scroll(-3)
        #expect(list.visible == 3..<8)
        #expect(list.selection == 6)
        for _ in 0..<9 { list.scroll(3) }
        #expect(list.visible == 15..<20)
        #expect(list.selection == 19)
    }

    @Test func `a list that follows its end stops when it is scrolled up`() {
        var list = ScrollList(count: 20, isFollowing: true)
        list.layOut(height: 5)
        list.scroll(-3)
        #expect(list.visible == 12..<17)
        #expect(!list.isFollowing)
        list.append(1)
        #expect(list.visible == 12..<17)
        #expect(list.unseen == 1)
    }

    @Test func `a taller window shows more, a lower one keeps the selection in sight`() {
        var list = list(20)
        list.select(19)
        list.layOut(height: 50)
        #expect(list.visible == 0..<20)
        list.layOut(height: 2)
        #expect(list.visible == 18..<20)
    }

    @Test func `a filter keeps a row selected if it is told which`() {
        var list = list(20)
        list.select(12)
        list.replace(count: 4, selecting: 2)
        #expect(list.selection == 2)
        list.replace(count: 1)
        #expect(list.selection == 0)
    }
}
