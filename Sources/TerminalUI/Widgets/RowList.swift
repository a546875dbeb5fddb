/// The rows of a list, with the selected one and those in sight, which it keeps in step itself.
///
/// The selection is a row, not a place: rows that come, go or move leave it as it is. A list that follows its newest
/// row has the last one selected, until the selection moves up.
package struct RowList<Row: ListRow>: Sendable {
    package typealias Filter = @Sendable (Row) -> Bool

    /// All rows, also those that the filter leaves out.
    package private(set) var all: [Row]
    /// Those that pass the filter; `nil` without one.
    private var passing: [Row]?
    private var filter: Filter?
    private var scroll: ScrollList
    /// The row that was selected by hand, also while it is not listed; `nil` until one was, and while the newest is
    /// followed.
    package private(set) var chosen: Row.ID?
    /// The words that find rows; `nil` where none can be typed.
    package var find: FindField?
    /// The columns by which the rows' text is moved to the left.
    package private(set) var left = 0
    /// The room that the rows have.
    package private(set) var size: Size
    /// The most rows of the screen that a row of the list can use.
    private let mostHeight: Int
    private var rowHeight = 1

    /// All rows are in sight until the list is laid out.
    package init(_ rows: [Row] = [], isFollowing: Bool = false, rowHeight most: Int = 1, find: FindField? = nil) {
        (all, mostHeight, self.find) = (rows, most, find)
        size = Size(width: 80, height: max(1, rows.count))
        scroll = ScrollList(count: rows.count, isFollowing: isFollowing)
        scroll.layOut(height: size.height)
        stop(forwards: true)
    }

    // MARK: - What is listed

    /// The rows that are listed: those that pass the filter.
    package var rows: [Row] { passing ?? all }
    package var count: Int { scroll.count }
    package var isEmpty: Bool { scroll.count == 0 }

    /// The place of the selected row.
    package var selection: Int { scroll.selection }
    package var selected: Row? { self[selection] }
    package var isFollowing: Bool { scroll.isFollowing }
    /// How many rows came since the list stopped following its newest.
    package var unseen: Int { scroll.unseen }
    /// The places of the rows in sight.
    package var visible: Range<Int> { scroll.visible }

    package subscript(index: Int) -> Row? { (passing ?? all).indices.contains(index) ? rows[index] : nil }

    package func index(of id: Row.ID) -> Int? { rows.firstIndex { $0.id == id } }

    /// The row above one that is in sight.
    package func row(above id: Row.ID) -> Row? {
        visible.first { rows[$0].id == id }.flatMap { self[$0 - 1] }
    }

    // MARK: - What comes and goes

    /// Takes over other rows, and selects the given one, or else the one that was selected, while it is still there.
    ///
    /// Rows that are news are counted as unseen, and leave the selected one in its place on the screen.
    package mutating func replace(_ rows: [Row], selecting id: Row.ID? = nil, isNews: Bool = false) {
        let wanted = [id, chosen, selected?.id].compactMap(\.self)
        all = rows
        passing = filter.map { all.filter($0) }
        let listed = self.rows
        let place = wanted.lazy.compactMap { id in listed.firstIndex { $0.id == id } }.first
        if isNews, let place, listed.count > count { scroll.insert(listed.count - count, selecting: place) }
        list(selecting: place)
    }

    package mutating func append(_ row: Row) { insert(row) { _, _ in true } }

    /// Adds a row after the last one that it follows.
    package mutating func insert(_ row: Row, isInOrder: (Row, Row) -> Bool) {
        let placeOfAll = all.place(of: row, isInOrder)
        all.insert(row, at: placeOfAll)
        guard filter?(row) != false else { return }
        let place = passing?.place(of: row, isInOrder) ?? placeOfAll
        passing?.insert(row, at: place)
        scroll.insert(1, selecting: place <= selection && count > 0 ? selection + 1 : selection)
        if mostHeight > 1 { layOutRows() }
    }

    /// Drops the first rows; the selected one stays in its place on the screen while it is there.
    package mutating func removeFirst(_ number: Int) {
        let listed = filter.map { all.prefix(number).count(where: $0) } ?? number
        all.removeFirst(number)
        passing?.removeFirst(listed)
        scroll.removeFirst(listed)
    }

    /// Drops rows; the selected one stays in its place on the screen while it is there.
    package mutating func removeAll(where isGone: (Row) -> Bool) {
        let before = rows.prefix(selection).count(where: isGone)
        all.removeAll(where: isGone)
        passing?.removeAll(where: isGone)
        scroll.removeFirst(before)
        if count != rows.count { scroll.replace(count: rows.count) }
    }

    /// Changes the row at a place, which stays the same row.
    package mutating func change(_ index: Int, _ body: (inout Row) -> Void) {
        guard passing != nil, let old = self[index] else { return body(&all[index]) }
        var row = old
        body(&row)
        passing?[index] = row
        if let place = all.firstIndex(where: { $0.id == old.id }) { all[place] = row }
    }

    /// Lists only the rows that pass; the selected one stays selected, or else the last before it that passes.
    package mutating func setFilter(_ filter: Filter?) {
        let wanted = chosen ?? selected?.id
        self.filter = filter
        passing = filter.map { all.filter($0) }
        let before = all.prefix { $0.id != wanted }
        let place = wanted.flatMap(index) ?? filter.map { max(0, before.count(where: $0) - 1) }
        list(selecting: place ?? 0)
    }

    private mutating func list(selecting place: Int?) {
        scroll.replace(count: rows.count, selecting: place)
        layOutRows()
        stop(forwards: true)
    }

    // MARK: - Selecting

    package mutating func select(_ index: Int) {
        guard self[index]?.stop != .never else { return }
        scroll.select(index)
        keepChoice()
    }

    /// Selects a row, which may be listed only later; `nil` leaves it to what comes.
    package mutating func choose(_ id: Row.ID?) {
        if let place = id.flatMap(index) { scroll.select(place) }
        chosen = id
    }

    package mutating func move(_ motion: ScrollMotion) {
        let before = selection
        scroll.move(motion)
        stop(forwards: selection == before ? motion.isForwards : selection > before)
        keepChoice()
    }

    /// Moves what is in sight; the selection stays in sight.
    package mutating func scroll(_ rows: Int) {
        scroll.scroll(rows)
        stop(forwards: rows > 0)
        keepChoice()
    }

    package mutating func follow(_ isOn: Bool) {
        scroll.follow(isOn)
        keepChoice()
    }

    private mutating func keepChoice() { chosen = isFollowing ? nil : selected?.id }

    /// From a row that is passed to the next one in a direction, or else in the other.
    private mutating func stop(forwards: Bool) {
        for step in forwards ? [1, -1] : [-1, 1] {
            var index = selection
            while let row = self[index], row.stop != .always { index += step }
            guard self[index] != nil else { continue }
            if index != selection { scroll.select(index) }
            return
        }
    }

    // MARK: - What was searched for

    /// Selects the next of the rows that hold the words of a search.
    package mutating func found(_ places: [Int]) {
        let start = selection
        find?.found(places, after: start)
        if let place = find?.current { select(place) }
    }

    package mutating func stepMatch(by step: Int) {
        find?.step(by: step)
        if let place = find?.current { select(place) }
    }

    // MARK: - What is in sight

    package mutating func layOut(_ size: Size) {
        self.size = size
        layOutRows()
    }

    private mutating func layOutRows() {
        // Few rows are shown whole before more of them are.
        rowHeight = min(mostHeight, max(1, size.height / min(max(1, count), 4)))
        scroll.layOut(height: max(1, size.height / rowHeight))
    }

    /// Moves the rows' text sideways, at most by the columns that are cut.
    package mutating func moveSideways(by columns: Int, cut: Int) { left = min(max(0, left + columns), max(0, cut)) }
    package mutating func moveToLeft() { left = 0 }

    /// The rows in sight and their places.
    package func places(in area: Rect) -> [(index: Int, place: Rect)] {
        visible.enumerated().compactMap { number, index in
            let y = area.y + number * rowHeight
            let height = min(rowHeight, area.maxY - y)
            return height > 0 ? (index, Rect(x: area.x, y: y, width: area.width, height: height)) : nil
        }
    }
}

extension Array {
    /// The place after the last element that another one follows.
    fileprivate func place(of element: Element, _ isInOrder: (Element, Element) -> Bool) -> Int {
        lastIndex { isInOrder($0, element) }.map { $0 + 1 } ?? 0
    }
}

extension ScrollMotion {
    fileprivate var isForwards: Bool {
        switch self {
        case .lines(let count), .pages(let count), .halfPages(let count): count > 0
        case .start: false
        case .end: true
        }
    }
}
