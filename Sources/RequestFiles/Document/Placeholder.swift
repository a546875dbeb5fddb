/// `{{name}}` in a text.
struct Placeholder {
    /// Between the braces, without white space around it.
    let name: String
    /// With the braces.
    let range: Range<Int>

    private static let longest = 1024

    /// The first one; braces around anything that can't be a name are text, as in templates of other languages.
    init?(firstIn text: ArraySlice<UInt8>) {
        var start = text.startIndex
        while var open = text.firstPlace(of: "{{", from: start) {
            // Of '{{{name}}}' the inner braces count.
            while open + 2 < text.endIndex, text[open + 2] == UInt8(ascii: "{") { open += 1 }
            let inner = text[(open + 2)...].prefix(Self.longest).prefix { !$0.isControl && !"{}".utf8.contains($0) }
            let name = inner.trimmed
            if name.canBeName, text[inner.endIndex...].begins(with: "}}") {
                self.name = name.text
                range = open..<inner.endIndex + 2
                return
            }
            start = inner.endIndex
        }
        return nil
    }

    /// All names in a text.
    static func names(in text: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = text
        while let found = Placeholder(firstIn: rest) {
            names.append(found.name)
            rest = rest[found.range.upperBound...]
        }
        return names
    }
}

extension ArraySlice<UInt8> {
    /// Whether it begins with a letter, `_`, `$` or `%`, or is about a request that has only a number.
    fileprivate var canBeName: Bool {
        guard let first else { return false }
        if first == UInt8(ascii: "#") { return dropFirst().first?.isDigit ?? false }
        return first.isLetter || first > 0x7F || "_$%".utf8.contains(first)
    }
}
