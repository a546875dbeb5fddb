import TerminalUI

/// A list whose items have several rows each, or fewer where there is less room.
struct ItemList: Sendable {
    private(set) var list = ScrollList()
    private(set) var rowsPerItem = 1
    /// The most that an item can use.
    let mostRows: Int
    private var height = 1

    init(mostRows: Int) { self.mostRows = mostRows }

    /// Accounts for new content, and selects the given item.
    mutating func replace(count: Int, selecting item: Int?) {
        list.replace(count: count, selecting: item)
        layOut(height: height)
    }

    mutating func layOut(height: Int) {
        self.height = height
        // Few items are shown whole before more of them are.
        rowsPerItem = min(mostRows, max(1, height / min(max(1, list.count), 4)))
        list.layOut(height: max(1, height / rowsPerItem))
    }

    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func scroll(_ rows: Int) { list.scroll(rows) }
    mutating func select(_ item: Int) { list.select(item) }

    /// The items in sight and their places.
    func places(in area: Rect) -> [(item: Int, place: Rect)] {
        list.visible.enumerated().compactMap { number, item in
            let y = area.y + number * rowsPerItem
            let height = min(rowsPerItem, area.maxY - y)
            return height > 0 ? (item, Rect(x: area.x, y: y, width: area.width, height: height)) : nil
        }
    }
}
