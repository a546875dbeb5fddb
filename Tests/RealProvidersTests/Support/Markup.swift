/// Just enough of HTML to find forms and what is in them.
enum Markup {
    struct Tag: Sendable {
        let name: String
        let attributes: [String: String]
        let range: Range<String.Index>
    }

    struct Element: Sendable {
        let attributes: [String: String]
        let content: String
    }

    /// The elements of that name with all that is between their tags; none of them holds another.
    static func elements(_ name: String, in html: String) -> [Element] {
        tags([name], in: html).map { tag in
            let rest = html[tag.range.upperBound...]
            let end = rest.firstRange(of: "</\(name)")?.lowerBound ?? rest.endIndex
            return Element(attributes: tag.attributes, content: String(rest[..<end]))
        }
    }

    /// The opening tags of those names, in the order they stand.
    static func tags(_ names: Set<String>, in html: String) -> [Tag] {
        var tags: [Tag] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            var tag = rest[rest.index(after: start)...]
            let name = tag.prefix { $0.isLetter || $0.isNumber }.lowercased()
            tag = tag.dropFirst(name.count)
            guard names.contains(name) else {
                rest = tag
                continue
            }
            let attributes = attributes(&tag)
            tags.append(Tag(name: name, attributes: attributes, range: start..<tag.startIndex))
            rest = tag
        }
        return tags
    }

    /// Reads attributes up to the end of the tag and leaves what comes after it.
    private static func attributes(_ text: inout Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            text = text.drop { $0.isWhitespace || $0 == "/" }
            guard let first = text.first, first != ">" else { break }
            let name = text.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
            text = text.dropFirst(max(name.count, 1)).drop(while: \.isWhitespace)
            var value = ""
            if text.first == "=" {
                text = text.dropFirst().drop(while: \.isWhitespace)
                if let quote = text.first, quote == "\"" || quote == "'" {
                    let quoted = text.dropFirst().prefix { $0 != quote }
                    value = unescaped(String(quoted))
                    text = text.dropFirst(quoted.count + 2)
                } else {
                    let bare = text.prefix { !$0.isWhitespace && $0 != ">" }
                    value = unescaped(String(bare))
                    text = text.dropFirst(bare.count)
                }
            }
            attributes[name.lowercased()] = value
        }
        text = text.dropFirst()
        return attributes
    }

    private static func unescaped(_ text: String) -> String {
        let names = ["&quot;": "\"", "&#34;": "\"", "&#39;": "'", "&#x27;": "'", "&lt;": "<", "&gt;": ">"]
        return names.reduce(text) { $0.replacing($1.key, with: $1.value) }.replacing("&amp;", with: "&")
    }
}
