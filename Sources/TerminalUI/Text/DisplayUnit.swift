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
        var rest = Substring(text)
        while let place = visitPlain(rest.utf8.span, body) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: place)...]
            guard let cluster = rest.popFirst(), visit(cluster: cluster, body) else { return }
        }
    }

    /// Visits scalars that are one unit each, as most text consists of, without looking for clusters.
    ///
    /// Returns where the first other cluster begins; `nil` at the end of the text, or when the body returned `false`.
    private static func visitPlain(_ text: Span<UInt8>, _ body: (DisplayUnit) -> Bool) -> Int? {
        var place = 0
        guard var scalar = text.plainScalar(at: place) else { return text.isEmpty ? nil : place }
        while true {
            let next = place + UTF8.width(scalar)
            let following = text.plainScalar(at: next)
            // A mark that follows belongs to it.
            guard following != nil || next == text.count else { return place }
            guard body(.scalar(scalar, columns: 1)), let following else { return nil }
            (scalar, place) = (following, next)
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
