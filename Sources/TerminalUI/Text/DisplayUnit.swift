/// What a terminal draws as one character: a base with its marks, or one emoji.
///
/// A grapheme cluster is one unit, except a cluster of several spacing scalars (an Indic conjunct): terminals give
/// each of these its own columns, and so do we.
enum DisplayUnit {
    /// Text without hidden characters, and its columns, one or two.
    case shown(String, columns: Int)
    /// A scalar that is shown as a symbol.
    case hidden(Unicode.Scalar)

    /// Further marks on one base are left out: curses holds four, and stacks of marks spill over other rows.
    static let maximumMarks = 4

    /// Visits the units of the text until the body returns `false`.
    static func forEach(in text: some StringProtocol, _ body: (DisplayUnit) -> Bool) {
        for cluster in text {
            if let unit = drawing(cluster) {
                guard body(unit) else { return }
            } else if cluster.isASCII {
                // CR LF is the only ASCII cluster with two scalars.
                for scalar in cluster.unicodeScalars {
                    guard body(unit(ascii: scalar)) else { return }
                }
            } else if EmojiSequence.matches(cluster) {
                guard body(.shown(String(cluster), columns: 2)) else { return }
            } else {
                guard forEach(inCluster: cluster, body) else { return }
            }
        }
    }

    /// The unit of a character that borders and bars are drawn with: most cells of a screen, so it skips other checks.
    static func drawing(_ character: Character) -> DisplayUnit? {
        let bytes = character.utf8
        guard bytes.count == 3, bytes.first == 0xE2, let scalar = character.unicodeScalars.first,
            (0x2500..<0x25A0).contains(scalar.value)
        else { return nil }
        return drawings[Int(scalar.value) - 0x2500]
    }

    private static let drawings = (UInt32(0x2500)..<0x25A0).compactMap(Unicode.Scalar.init).map {
        DisplayUnit.shown(String($0), columns: 1)
    }

    private static let printableASCII = (UInt8(0x20)..<0x7F).map {
        DisplayUnit.shown(String(Unicode.Scalar($0)), columns: 1)
    }

    private static func unit(ascii scalar: Unicode.Scalar) -> DisplayUnit {
        (0x20..<0x7F).contains(scalar.value) ? printableASCII[Int(scalar.value) - 0x20] : .hidden(scalar)
    }

    private static func forEach(inCluster cluster: Character, _ body: (DisplayUnit) -> Bool) -> Bool {
        var text = ""
        var columns = 0
        var marks = 0
        for scalar in cluster.unicodeScalars {
            let kind = ScalarKind(scalar)
            if kind == .mark || kind == .variationSelector && canVary(text, by: scalar) {
                if text.isEmpty { (text, columns) = ("\u{25CC}", 1) }
                if marks < maximumMarks { text.unicodeScalars.append(scalar) }
                marks += 1
                continue
            }
            if !text.isEmpty {
                guard body(.shown(text, columns: columns)) else { return false }
                (text, columns, marks) = ("", 0, 0)
            }
            if case .spacing(let width) = kind {
                (text, columns) = (String(scalar), width)
            } else {
                guard body(.hidden(scalar)) else { return false }
            }
        }
        return text.isEmpty || body(.shown(text, columns: columns))
    }

    /// On any other base a variation selector changes nothing visible and could carry hidden data.
    private static func canVary(_ base: String, by selector: Unicode.Scalar) -> Bool {
        guard let scalar = base.unicodeScalars.first, base.unicodeScalars.count == 1 else { return false }
        return switch selector.value {
        case 0xE0100...: scalar.properties.isUnifiedIdeograph
        case 0xFE0E: scalar.properties.isEmoji && !scalar.isASCII
        case 0xFE0F: false
        default: !scalar.isASCII
        }
    }
}
