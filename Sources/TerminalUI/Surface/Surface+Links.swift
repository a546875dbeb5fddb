extension Surface {
    /// Makes a rectangle a link to a web address, which terminals that know links open on a click.
    ///
    /// Only a plain http or https URL becomes a link, because a click opens it without another look.
    package mutating func link(_ rect: Rect, to address: String) {
        guard Self.isWebAddress(address) else { return }
        let number = number(ofLink: address)
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for index in y * size.width + area.x..<y * size.width + area.maxX { relink(at: index, number) }
        }
    }

    /// The address that a cell of this surface links to.
    package func link(of cell: Cell) -> String? {
        cell.link > 0 ? links[Int(cell.link) - 1] : nil
    }

    private static func isWebAddress(_ text: String) -> Bool {
        let isWeb = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
        // Terminals accept no longer address, and no character may end the sequence that the address is sent in.
        return isWeb && text.utf8.count <= 2083 && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    }
}

/// Neighbouring cells of one row that link to the same address, or whose link was removed.
package struct LinkRun: Hashable, Sendable {
    package let run: CellRun
    /// `nil` if the cells had a link and have none now.
    package let address: String?
}

/// The linked cells to send again after the runs of a difference, which are sent without links.
///
/// A terminal forgets a cell's link when the cell is written without one, and sending runs may also write the cells
/// between them. So every link of a changed row is included as a whole.
package func links(in runs: [CellRun], old: Surface, new: Surface) -> [LinkRun] {
    guard !new.links.isEmpty || !old.links.isEmpty else { return [] }
    let isComparable = old.size == new.size
    var result: [LinkRun] = []
    for y in Set(runs.map(\.origin.y)).sorted() {
        let row = y * new.size.width
        var x = 0
        while x < new.size.width {
            let address = new.link(of: new.cells[row + x])
            func belongs(_ x: Int) -> Bool {
                let cell = new.cells[row + x]
                guard new.link(of: cell) == address else { return false }
                // A cell without a link belongs only if it had one before.
                return address != nil || isComparable && old.cells[row + x].link > 0
            }
            let start = x
            while x < new.size.width, belongs(x) { x += 1 }
            guard x > start else {
                x += 1
                continue
            }
            let run = CellRun(origin: Point(x: start, y: y), cells: Array(new.cells[row + start..<row + x]))
            result.append(LinkRun(run: run, address: address))
        }
    }
    return result
}
