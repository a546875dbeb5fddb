/// What a terminal draws as one character: a base with its marks, or one emoji.
///
/// A grapheme cluster is one unit, except a cluster of several spacing scalars (an Indic conjunct): terminals give
/// each of these its own columns, and so do we.
enum DisplayUnit {
    /// A single scalar, and its columns, one or two.
    case scalar(Unicode.Scalar, columns: Int)
    /// Several scalars without hidden characters, and their columns, one or two.
    case cluster(String, columns: Int)
    /// A scalar that is shown as a symbol.
    case hidden(Unicode.Scalar)

    /// Further marks on one base are left out: curses holds four, and stacks of marks spill over other rows.
    static let maximumMarks = 4

    /// Visits the units of the text until the body returns `false`.
    static func forEach(in text: some StringProtocol, _ body: (DisplayUnit) -> Bool) {
        var rest = text[...]
        while let index = visitPlain(rest, body) {
            guard visit(cluster: rest[index], body) else { return }
            rest = rest[rest.index(after: index)...]
        }
    }

    /// Visits scalars that are one unit each, as most text consists of, without looking for clusters.
    ///
    /// Returns where the first other cluster begins; `nil` at the end of the text, or when the body returned `false`.
    private static func visitPlain<Text: StringProtocol>(_ text: Text, _ body: (DisplayUnit) -> Bool) -> Text.Index? {
        let scalars = text.unicodeScalars
        var iterator = scalars.makeIterator()
        var index = scalars.startIndex
        guard var scalar = iterator.next() else { return nil }
        while true {
            let next = iterator.next()
            // A mark that follows belongs to it.
            guard scalar.isPlain, next?.isPlain != false else {
                return index
            }
            guard body(.scalar(scalar, columns: 1)), let next else { return nil }
            scalars.formIndex(after: &index)
            scalar = next
        }
    }

    private static func visit(cluster: Character, _ body: (DisplayUnit) -> Bool) -> Bool {
        if cluster.isASCII {
            // CR LF is the only ASCII cluster with two scalars.
            return cluster.unicodeScalars.allSatisfy { body($0.isPlain ? .scalar($0, columns: 1) : .hidden($0)) }
        }
        if EmojiSequence.matches(cluster) { return body(.cluster(String(cluster), columns: 2)) }
        return forEach(inCluster: cluster, body)
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
                guard body(DisplayUnit(text, columns: columns)) else { return false }
                (text, columns, marks) = ("", 0, 0)
            }
            if case .spacing(let width) = kind {
                (text, columns) = (String(scalar), width)
            } else {
                guard body(.hidden(scalar)) else { return false }
            }
        }
        return text.isEmpty || body(DisplayUnit(text, columns: columns))
    }

    private init(_ text: String, columns: Int) {
        let scalars = text.unicodeScalars
        if scalars.count == 1, let scalar = scalars.first {
            self = .scalar(scalar, columns: columns)
        } else {
            self = .cluster(text, columns: columns)
        }
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

extension Unicode.Scalar {
    /// Whether the scalar takes one column and forms no cluster with another scalar of this kind: ASCII, Latin letters,
    /// punctuation, arrows, borders and bars.
    var isPlain: Bool {
        switch value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2190..<0x2194, 0x2500..<0x25A0: true
        default: false
        }
    }
}
