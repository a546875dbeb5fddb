/// What bash would fill in behind a dollar sign or between backticks.
struct ShellExpansion {
    /// As it is written, a command's text left out: `$NAME`, `${NAME}`, `$(…)`.
    let name: String
    let end: String.Index

    private static let longestName = 64

    /// `nil` where bash takes the sign as it stands; `${{` begins a placeholder behind a dollar sign.
    init?(_ sign: Unicode.Scalar, _ rest: Substring.UnicodeScalarView) {
        guard sign == "$" else {
            name = "`…`"
            end = rest.firstIndex(of: "`").map { rest.index(after: $0) } ?? rest.endIndex
            return
        }
        guard let first = rest.first else { return nil }
        let inner = rest.dropFirst()
        switch first {
        case "(":
            name = "$(…)"
            var depth = 1
            end =
                inner.firstIndex { scalar in
                    if scalar == "(" { depth += 1 } else if scalar == ")" { depth -= 1 }
                    return depth == 0
                }.map { inner.index(after: $0) } ?? inner.endIndex
        case "{":
            guard inner.first != "{" else { return nil }
            let close = inner.firstIndex { $0 == "}" || $0 == "\"" || $0 == "\n" }
            let word = inner[..<(close ?? inner.endIndex)].prefix(while: Self.isPartOfName).prefix(Self.longestName)
            name = "${\(String(word))}"
            end = close.map { inner[$0] == "}" ? inner.index(after: $0) : $0 } ?? inner.endIndex
        case _ where Self.isPartOfName(first) && !("0"..."9").contains(first):
            let word = rest.prefix(while: Self.isPartOfName)
            name = "$\(String(word.prefix(Self.longestName)))"
            end = word.endIndex
        case "0"..."9", "@", "*", "#", "?", "$", "!", "-":
            name = "$\(first)"
            end = inner.startIndex
        default: return nil
        }
    }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
