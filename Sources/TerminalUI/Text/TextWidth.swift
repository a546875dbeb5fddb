/// Decides, for the whole program, how many columns text takes.
///
/// Ambiguous characters are narrow. A character that can't be shown counts as its symbol of one column on a
/// ``Surface``; ``SafeText`` makes longer, readable symbols.
package enum TextWidth {
    package static func columns(of text: some StringProtocol) -> Int { columns(of: Substring(text)) }

    // Other modules would otherwise call the unspecialized one, for every text on the screen.
    package static func columns(of text: String) -> Int { columns(of: Substring(text)) }

    private static func columns(of text: Substring) -> Int {
        if text.isPrintableASCII { return text.utf8.count }
        var total = 0
        DisplayUnit.forEach(in: text) { unit in
            total += unit.columns
            return true
        }
        return total
    }

    package static func columns(of character: Character) -> Int {
        columns(of: String(character))
    }

    /// The longest prefix of at most that many columns.
    package static func prefix(_ text: String, columns: Int) -> String {
        if text.isPlain { return String(text.unicodeScalars.prefix(max(0, columns))) }
        var used = 0
        return String(
            text.prefix { character in
                used += self.columns(of: character)
                return used <= columns
            })
    }

    package enum Alignment: Sendable {
        case left, right, center
    }

    /// Adds spaces up to the width; wider text is returned unchanged.
    package static func pad(_ text: String, to columns: Int, _ alignment: Alignment = .left) -> String {
        let missing = max(0, columns - self.columns(of: text))
        let before =
            switch alignment {
            case .left: 0
            case .right: missing
            case .center: missing / 2
            }
        return String(repeating: " ", count: before) + text + String(repeating: " ", count: missing - before)
    }
}

extension Substring {
    /// Whether each byte is one column: a quick check that most text passes.
    fileprivate var isPrintableASCII: Bool {
        let bytes = utf8.span
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
        return true
    }
}

extension DisplayUnit {
    var columns: Int {
        switch self {
        case .scalar(_, let columns), .cluster(_, let columns): columns
        case .hidden: 1
        }
    }
}
