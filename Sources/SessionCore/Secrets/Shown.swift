import FoundationEssentials

/// Bounds what is shown of a text from outside.
package enum Shown {
    /// The text, or its beginning and how much is left out; takes time in proportion to the limit.
    package static func cut(_ text: String, to limit: Int = Scrubber.limit, mark: String = "…") -> String {
        let count = text.utf8.count
        guard count > limit else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: limit)
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return "\(text[..<end])\(mark)"
    }
}
