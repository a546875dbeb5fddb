extension Rect {
    /// Splits off the topmost rows, or all if there are fewer.
    package func split(top rows: Int) -> (top: Rect, rest: Rect) {
        let rows = min(max(0, rows), height)
        return (Rect(x: x, y: y, width: width, height: rows), inset(top: rows))
    }

    /// Splits off the lowest rows.
    package func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = split(top: height - min(max(0, rows), height))
        return (rest, bottom)
    }

    /// Splits off the leftmost columns.
    package func split(left columns: Int) -> (left: Rect, rest: Rect) {
        let columns = min(max(0, columns), width)
        return (Rect(x: x, y: y, width: columns, height: height), inset(left: columns))
    }

    /// Splits off the rightmost columns.
    package func split(right columns: Int) -> (rest: Rect, right: Rect) {
        let (rest, right) = split(left: width - min(max(0, columns), width))
        return (rest, right)
    }

    /// The rows as rectangles one cell high, from top to bottom.
    package var rows: [Rect] {
        (0..<height).map { Rect(x: x, y: y + $0, width: width, height: 1) }
    }
}
