/// A bar that fills from the left, in steps of an eighth of a column if the glyphs have them.
package enum ProgressBar {
    /// Makes a bar of exactly that many columns; the fraction is cut to 0...1.
    ///
    /// The bar is empty only at 0 and full only at 1, however few columns it has. `mark` is a fraction at which to draw
    /// a mark.
    package static func text(
        fraction: Double, columns: Int, role: StyleRole = .barFull, mark: Double? = nil, glyphs: Glyphs
    ) -> StyledText {
        guard columns > 0 else { return StyledText() }
        let steps = glyphs.barEighths.count + 1
        let filled = filledSteps(of: columns * steps, fraction: fraction)
        let (whole, part) = (filled / steps, filled % steps)
        let marked = mark.map { column(of: $0, in: columns) }
        var bar = StyledText()
        for column in 0..<columns {
            if column == marked {
                bar.append(glyphs.barMark, Style(.key))
            } else if column < whole {
                bar.append(glyphs.barFull, Style(role))
            } else if column == whole, part > 0 {
                bar.append(glyphs.barEighths[part - 1], Style(role))
            } else {
                bar.append(glyphs.barEmpty, Style(.barEmpty))
            }
        }
        return bar
    }

    /// The column of a bar in which a fraction is marked.
    package static func column(of mark: Double, in columns: Int) -> Int {
        min(max(0, Int(mark * Double(columns))), columns - 1)
    }

    private static func filledSteps(of total: Int, fraction: Double) -> Int {
        guard fraction > 0 else { return 0 }
        guard fraction < 1 else { return total }
        return min(max(1, Int((fraction * Double(total)).rounded())), total - 1)
    }
}
