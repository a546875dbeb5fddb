import HostSystem

/// Neighbouring cells of one row to send to a terminal.
package struct CellRun: Hashable, Sendable {
    package let origin: Point
    /// Never begins with a continuation, never ends between the halves of a wide character.
    package let cells: [Cell]
}

/// The cells to send to a terminal that shows `old`, so that it shows `new`; all cells if their sizes differ.
///
/// Runs that are at most four unchanged cells apart are joined: moving the cursor costs more than those cells.
package func diff(old: Surface, new: Surface) -> [CellRun] {
    let isComparable = old.size == new.size
    // If both have the same addresses, comparing numbers compares links.
    let hasOtherLinks = isComparable && old.links != new.links
    let width = new.size.width
    func differs(_ index: Int) -> Bool {
        guard isComparable, old.cells[index] == new.cells[index] else { return true }
        return hasOtherLinks && old.link(of: old.cells[index]) != new.link(of: new.cells[index])
    }
    let isSame = isComparable && !hasOtherLinks ? sameRows(old, new) : []
    var runs: [CellRun] = []
    for y in 0..<new.size.height where isSame.isEmpty || !isSame[y] {
        let row = y * width
        var start: Int?
        var end = 0
        for x in 0..<width where differs(row + x) {
            let cell = new.cells[row + x]
            if let first = start, x - end > 4 {
                runs.append(CellRun(origin: Point(x: first, y: y), cells: Array(new.cells[row + first..<row + end])))
                start = nil
            }
            start = start ?? (cell.isContinuation ? x - 1 : x)
            end = x + max(1, Int(cell.width))
        }
        if let first = start {
            runs.append(CellRun(origin: Point(x: first, y: y), cells: Array(new.cells[row + first..<row + end])))
        }
    }
    return runs
}

/// For each row whether both surfaces, of one size, have the same bytes there.
///
/// Most rows of most frames do. Where padding differs, the cells are compared one by one.
private func sameRows(_ old: Surface, _ new: Surface) -> [Bool] {
    let size = new.size
    let length = size.width * MemoryLayout<Cell>.stride
    return old.cells.withUnsafeBytes { old in
        new.cells.withUnsafeBytes { new in
            guard let old = old.baseAddress, let new = new.baseAddress else { return [] }
            return stride(from: 0, to: length * size.height, by: max(1, length)).map {
                memcmp(old + $0, new + $0, length) == 0
            }
        }
    }
}
