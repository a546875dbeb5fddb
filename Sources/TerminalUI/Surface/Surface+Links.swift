extension Surface {
    /// Lets a rectangle lead to a web address: terminals that know links open it on a click.
    ///
    /// What is no plain http or https URL leads nowhere: a link is obeyed where its text is only read.
    package mutating func link(_ rect: Rect, to address: String) {
        guard Self.isWebAddress(address) else { return }
        let number = number(ofLink: address)
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for index in y * size.width + area.x..<y * size.width + area.maxX { relink(at: index, number) }
        }
    }

    /// Where a cell of this surface leads.
    package func link(of cell: Cell) -> String? {
        cell.link > 0 ? links[Int(cell.link) - 1] : nil
    }

    private static func isWebAddress(_ text: String) -> Bool {
        let isWeb = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
        // Terminals take at most so much, and nothing that could end the sequence that the address is sent in.
        return isWeb && text.utf8.count <= 2083 && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    }
}

/// Neighbouring cells of one row that lead to the same place, or no longer lead anywhere.
package struct LinkRun: Hashable, Sendable {
    package let run: Run
    /// `nil` where a link was and the cells are plain now.
    package let address: String?
}

/// What must be sent once more, with its links, after the runs of a difference have been sent without them.
///
/// A terminal forgets a cell's link when the cell is written without one. Whoever sends runs may write cells between
/// them again; so every link of a row that has changed is there as a whole.
package func links(in runs: [Run], old: Surface, new: Surface) -> [LinkRun] {
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
                // A cell that leads nowhere concerns nobody unless it has led somewhere.
                return address != nil || isComparable && old.cells[row + x].link > 0
            }
            let start = x
            while x < new.size.width, belongs(x) { x += 1 }
            guard x > start else {
                x += 1
                continue
            }
            let run = Run(origin: Point(x: start, y: y), cells: Array(new.cells[row + start..<row + x]))
            result.append(LinkRun(run: run, address: address))
        }
    }
    return result
}
