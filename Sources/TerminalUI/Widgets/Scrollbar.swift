/// Shows on a pane's right edge which part of its content is visible.
package enum Scrollbar {
    /// Draws nothing if all rows are visible.
    package static func draw(
        on surface: inout Surface, in column: Rect, visible: Range<Int>, count: Int, glyphs: Glyphs
    ) {
        guard column.height > 0, count > visible.count, !visible.isEmpty else { return }
        let height = column.height
        let length = min(max(1, height * visible.count / count), height)
        let travel = count - visible.count
        // The thumb touches an end only if no more rows are in that direction.
        var start = ((height - length) * visible.lowerBound + travel / 2) / travel
        if start == 0, visible.lowerBound > 0, length < height { start = min(1, height - length) }
        if start == height - length, visible.upperBound < count { start = max(0, start - 1) }
        for y in start..<start + length {
            let place = Point(x: column.x, y: column.y + y)
            surface.write(glyphs.scrollThumb, at: place, style: Style(.scrollbar))
        }
    }
}
