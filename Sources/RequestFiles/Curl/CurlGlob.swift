import Addresses

/// What curl makes several addresses of: `[1-3]`, `[a-z:2]`, `{a,b}`.
enum CurlGlob {
    /// The first such pattern of a URL; placeholders, IPv6 addresses and names such as `page[size]` are none.
    static func first(in text: String) -> String? {
        var rest = text[...]
        // What is closed nowhere further on is not looked for again: otherwise a text of braces takes quadratic time.
        let (lastBrace, lastPlaceholder) = (text.lastIndex(of: "}"), text.ranges(of: "}}").last?.lowerBound)
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "[" }) {
            let inner = rest[rest.index(after: open)...]
            rest = inner
            if text[open] == "[" {
                let close = inner.prefix(rangeLimit).firstIndex(of: "]")
                if let close, isRange(inner[..<close]) { return String(text[open...close]) }
            } else if inner.first == "{" {
                rest = inner.dropFirst()
                if let last = lastPlaceholder, last >= inner.startIndex {
                    rest = inner.firstRange(of: "}}").map { inner[$0.upperBound...] } ?? rest
                }
            } else if let lastBrace, lastBrace > open, let close = inner.firstIndex(of: "}") {
                return String(text[open...close])
            }
        }
        return nil
    }

    /// Longer than any range of curl's, in characters.
    private static let rangeLimit = 64

    /// `1-3`, `001-100`, `a-z`, each with a step behind a colon or without.
    private static func isRange(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count < 2 || UInt(parts[1]) != nil else { return false }
        let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return false }
        let areNumbers = bounds.allSatisfy { UInt($0) != nil }
        let areLetters = bounds.allSatisfy { $0.count == 1 && ($0.utf8.first?.isLetter ?? false) }
        return areNumbers || areLetters
    }
}

extension String {
    /// The URL with the name of that file behind it, where it ends in a folder.
    func addingFileName(of path: String) -> String {
        let end = firstIndex { $0 == "?" || $0 == "#" } ?? endIndex
        let authority = firstRange(of: "://")?.upperBound ?? startIndex
        let hasPath = self[authority..<max(authority, end)].contains("/")
        guard !hasPath || self[..<end].hasSuffix("/") else { return self }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        // A placeholder is filled in later.
        let encoded = name.contains("{{") ? name : PercentEncoding.component(name.utf8)
        return self[..<end] + (hasPath ? "" : "/") + encoded + self[end...]
    }
}
