/// The one place that decides how many columns text takes.
///
/// Ambiguous characters are narrow. What can't be shown as itself counts as its one-column stand-in on a ``Surface``;
/// ``SafeText`` makes the longer, readable stand-ins.
package enum TextWidth {
    package static func columns(of text: some StringProtocol) -> Int {
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

    /// The longest beginning of at most that many columns.
    package static func prefix(_ text: String, columns: Int) -> String {
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

    /// Adds spaces up to the width; text that is wider stays as it is.
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

extension StringProtocol {
    /// Spares the usual text the look at every character.
    fileprivate var isPrintableASCII: Bool {
        utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
    }
}

extension DisplayUnit {
    var columns: Int {
        switch self {
        case .shown(_, let columns): columns
        case .hidden: 1
        }
    }
}
