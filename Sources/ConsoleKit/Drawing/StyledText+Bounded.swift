package import TerminalUI

extension [StyledText] {
    /// Some lines at most; the last one ends with the sign where there are more.
    package func bounded(to limit: Int, ending sign: StyledText, width: Int) -> [StyledText] {
        guard count > limit, limit > 0 else { return self }
        let last = self[limit - 1].truncated(to: Swift.max(0, width - sign.columns), ellipsis: "")
        return self[..<(limit - 1)] + [last + sign]
    }
}

extension StyledText {
    /// Exactly that many columns.
    package func padded(to columns: Int, _ glyphs: Glyphs) -> StyledText {
        let cut = truncated(to: columns, ellipsis: glyphs.ellipsis)
        return cut + StyledText(String(repeating: " ", count: max(0, columns - cut.columns)))
    }
}
