/// A bar that fills from the left, in steps of an eighth of a column where the glyphs allow it.
package enum ProgressBar {
    /// Makes a bar of exactly that many columns; the fraction is cut to 0...1.
    ///
    /// The bar is empty only at 0 and full only at 1, however few columns it has.
    package static func text(fraction: Double, columns: Int, role: StyleRole = .barFull, glyphs: Glyphs) -> StyledText {
        guard columns > 0 else { return StyledText() }
        let steps = glyphs.barEighths.count + 1
        let filled = filledSteps(of: columns * steps, fraction: fraction)
        let whole = filled / steps
        let part = filled % steps
        var bar = StyledText(String(repeating: glyphs.barFull, count: whole), Style(role))
        if part > 0 { bar.append(glyphs.barEighths[part - 1], Style(role)) }
        let rest = columns - whole - (part > 0 ? 1 : 0)
        bar.append(String(repeating: glyphs.barEmpty, count: rest), Style(.barEmpty))
        return bar
    }

    private static func filledSteps(of total: Int, fraction: Double) -> Int {
        guard fraction > 0 else { return 0 }
        guard fraction < 1 else { return total }
        return min(max(1, Int((fraction * Double(total)).rounded())), total - 1)
    }
}
