import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(5))) struct RowListTests {
    private struct Line: ListRow {
        let id: Int
        var text = ""
        var stop = RowStop.always
    }

    private func list(_ ids: some Sequence<Int>, isFollowing: Bool = false) -> RowList<Line> {
        var list = RowList(ids.map { Line(id: $0) }, isFollowing: isFollowing)
        list.layOut(Size(width: 40, height: 5))
        return list
    }

    private func lines(_ ids: some Sequence<Int>) -> [Line] { ids.map { Line(id: $0) } }

    @Test func `rows that come, go and change their places leave the selected row selected`() {
        var list = list(1...9)
        list.select(4)
        list.replace(lines([9, 7, 5, 3, 1]))
        #expect(list.selected?.id == 5 && list.selection == 2)
        list.insert(Line(id: 4)) { $0.id >= $1.id }
        #expect(list.rows.map(\.id) == [9, 7, 5, 4, 3, 1] && list.selected?.id == 5)
        list.insert(Line(id: 8)) { $0.id >= $1.id }
        #expect(list.rows.map(\.id) == [9, 8, 7, 5, 4, 3, 1] && list.selected?.id == 5)
        list.removeAll { $0.id > 6 }
        #expect(list.selected?.id == 5 && list.selection == 0)
    }

    @Test func `a row that was selected by hand is selected again when it is back`() {
        var list = list(1...9)
        list.select(4)
        list.replace(lines([1, 2, 3]))
        #expect(list.selected?.id != 5 && list.chosen == 5)
        list.replace(lines(1...9))
        #expect(list.selected?.id == 5)
        list.choose(20)
        list.replace(lines(15...25))
        #expect(list.selected?.id == 20)
    }

    @Test func `a filter leaves the selection at the last row before it that passes, and gives it back`() {
        var list = list(1...9)
        list.select(6)
        list.setFilter { $0.id.isMultiple(of: 2) }
        #expect(list.rows.map(\.id) == [2, 4, 6, 8] && list.selected?.id == 6)
        list.setFilter(nil)
        #expect(list.rows.count == 9 && list.selected?.id == 7)
    }

    @Test func `what comes while rows are left out is listed only where it passes`() {
        var list = list(1...4, isFollowing: true)
        list.setFilter { $0.id.isMultiple(of: 2) }
        list.append(Line(id: 5))
        list.append(Line(id: 6))
        #expect(list.rows.map(\.id) == [2, 4, 6] && list.all.map(\.id) == Array(1...6) && list.selected?.id == 6)
        list.change(2) { $0.text = "six" }
        list.removeAll { $0.id < 3 }
        list.setFilter(nil)
        #expect(list.rows.map(\.id) == [3, 4, 5, 6] && list.selected?.text == "six")
    }

    @Test func `the oldest go, listed or not, and leave the selected row in its place`() {
        var list = list(1...9)
        list.select(6)
        list.setFilter { $0.id > 3 }
        list.removeFirst(5)
        #expect(list.rows.map(\.id) == [6, 7, 8, 9] && list.selected?.id == 7)
        list.setFilter(nil)
        #expect(list.all.map(\.id) == [6, 7, 8, 9] && list.selected?.id == 7)
    }

    @Test func `the newest is followed until the selection moves up, and what comes then is counted`() {
        var list = list(1...9, isFollowing: true)
        list.append(Line(id: 10))
        #expect(list.selected?.id == 10 && list.chosen == nil)
        list.move(.lines(-1))
        let visible = list.visible
        for id in 11...13 { list.append(Line(id: id)) }
        #expect(list.selected?.id == 9 && list.visible == visible && list.unseen == 3)
        list.replace(lines(1...15), isNews: true)
        #expect(list.selected?.id == 9 && list.visible == visible && list.unseen == 5)
        list.follow(true)
        #expect(list.selected?.id == 15 && list.unseen == 0 && list.chosen == nil)
    }

    @Test func `who moves goes past headings, in both directions and at the ends`() {
        var list = RowList([0, 1, 2, 3, 4, 5].map { Line(id: $0, stop: [0, 3].contains($0) ? .never : .always) })
        #expect(list.selected?.id == 1)
        list.move(.lines(1))
        list.move(.lines(1))
        #expect(list.selected?.id == 4)
        list.move(.lines(-1))
        #expect(list.selected?.id == 2)
        list.move(.start)
        #expect(list.selected?.id == 1 && list.visible.lowerBound == 0)
        list.select(3)
        #expect(list.selected?.id == 1)
    }

    @Test func `a row that only a click selects is passed by who moves`() {
        var list = RowList([0, 1, 2].map { Line(id: $0, stop: $0 == 1 ? .click : .always) })
        list.move(.lines(1))
        #expect(list.selected?.id == 2)
        list.select(1)
        #expect(list.selected?.id == 1)
    }

    @Test func `few rows have all their height, many have a row each`() {
        var list = RowList([Line(id: 1), Line(id: 2)], rowHeight: 3)
        list.layOut(Size(width: 40, height: 8))
        let area = Rect(x: 0, y: 0, width: 40, height: 8)
        #expect(list.places(in: area).map(\.place.height) == [3, 3])
        for id in 3...12 { list.append(Line(id: id)) }
        #expect(list.places(in: area).map(\.place.height) == [2, 2, 2, 2])
        list.layOut(Size(width: 40, height: 3))
        #expect(list.places(in: area).map(\.place.height) == [1, 1, 1])
    }

    @Test func `a search goes from match to match, round at the ends`() {
        var list = RowList((1...9).map { Line(id: $0) }, find: .search("Search:"))
        list.select(4)
        list.find?.open()
        _ = list.find?.type("x")
        #expect(list.find?.type(.enter) == true)
        list.found([1, 6, 8])
        #expect(list.selection == 6 && list.find?.summary == "\"x\" 2 of 3")
        list.stepMatch(by: 1)
        list.stepMatch(by: 1)
        #expect(list.selection == 1)
        #expect(list.find?.close() == true && list.find?.hasSearched == false)
    }

    @Test func `a filter has its words at each key, a search at enter, and esc drops both`() {
        var filter = FindField.filter("Filter:")
        filter.open()
        #expect(filter.type("a") && filter.words == "a")
        #expect(!filter.type(" ") && filter.words == "a")
        #expect(filter.type(.escape) && filter.words.isEmpty && filter.field == nil)
        var search = FindField.search("Search:")
        search.open()
        #expect(!search.type("a") && search.words.isEmpty)
        #expect(search.type(.enter) && search.words == "a" && search.field == nil)
    }
}
