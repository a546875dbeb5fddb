import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScrollListTests {
    private func list(_ count: Int, height: Int = 5, isFollowing: Bool = false) -> ScrollList {
        var list = ScrollList(count: count, isFollowing: isFollowing)
        list.layOut(height: height)
        return list
    }

    @Test func `what arrives moves neither selection nor scroll`() {
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

    @Test func `moving up stops following, and following again goes to the end`() {
        var list = list(10, isFollowing: true)
        let isMotion = list.handle(.up)
        #expect(isMotion)
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
        _ = list.handle(.down)
        #expect(list.isFollowing)
    }

    @Test func `reaching the end by hand marks everything as seen`() {
        var list = list(5)
        list.append(2)
        _ = list.handle(.end)
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
        (Key.down, 11), (.character("k"), 9), (.pageDown, 14), (.pageUp, 6), (.control("d"), 12), (.control("u"), 8),
        (.home, 0), (.character("G"), 19), (.character("g"), 0),
    ])
    func `keys move the selection within the rows`(key: Key, row: Int) {
        var list = list(20)
        list.select(10)
        let isMotion = list.handle(key)
        #expect(isMotion)
        #expect(list.selection == row)
        #expect(list.visible.contains(row))
    }

    @Test func `other keys are left to others`() {
        var list = list(20)
        let isMotion = list.handle(.enter)
        #expect(!isMotion)
        let nextIsMotion = list.handle(.character("q"))
        #expect(!nextIsMotion)
    }

    @Test func `scrolling moves as little as it must`() {
        var list = list(20)
        for _ in 0..<6 { _ = list.handle(.down) }
        #expect(list.visible == 2..<7)
        for _ in 0..<3 { _ = list.handle(.up) }
        #expect(list.visible == 2..<7)
    }

    @Test func `an empty list takes every key and shows nothing`() {
        var list = list(0)
        for key in [Key.up, .down, .pageDown, .end, .home] { _ = list.handle(key) }
        #expect(list.selection == 0)
        #expect(list.visible.isEmpty)
        list.follow(true)
        list.append(1)
        #expect(list.visible == 0..<1)
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
