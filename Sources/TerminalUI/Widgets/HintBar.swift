/// The line that says which keys do something now.
package enum HintBar {
    package struct Hint: Hashable, Sendable {
        package var key: String
        package var label: String

        package init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }
    }

    /// As many whole hints as fit, the first ones first.
    package static func text(_ hints: [Hint], columns: Int) -> StyledText {
        var bar = StyledText()
        var used = 0
        for hint in hints {
            let piece = StyledText(hint.key, .key) + StyledText(" \(hint.label)")
            let gap = used == 0 ? 0 : 2
            guard used + gap + piece.columns <= columns else { continue }
            bar.append(String(repeating: " ", count: gap))
            bar += piece
            used += gap + piece.columns
        }
        return bar
    }
}
