extension CurlCommand {
    /// The command without its passwords and tokens, in place of which it asks for the session's.
    ///
    /// `nil` where it has none. Throws where the words can't be told apart.
    package static func withoutCredentials(_ line: String) throws(CurlFault) -> (line: String, hadCookies: Bool)? {
        var words = try ShellWords(line).words[...]
        guard words.popFirst() == "curl" else { throw .notCurl }
        var kept = ["curl"]
        var (hadAny, hadCookies) = (false, false)
        while let word = words.popFirst() {
            guard let (name, value, isNextWord) = option(word, &words) else {
                kept.append(withoutUserInfo(word, &hadAny))
                continue
            }
            switch CurlOption.long[name] {
            case .user?, .bearer?: hadAny = true
            case .cookie?: hadCookies = true
            case .header? where Self.isField("authorization", value): hadAny = true
            case .header? where Self.isField("cookie", value): hadCookies = true
            case .url?: kept += [word, withoutUserInfo(value, &hadAny)]
            default: kept += isNextWord ? [word, value] : [word]
            }
        }
        guard hadAny || hadCookies else { return nil }
        if hadAny { kept += ["-H", "Authorization: Bearer {{token}}"] }
        return (kept.map(\.shellWord).joined(separator: " "), hadCookies)
    }

    private static func isField(_ name: String, _ header: String) -> Bool {
        header.lowercased().replacing(" ", with: "").hasPrefix("\(name):")
    }

    /// The long name of an option that has a value, and the value; the letters that stand before it have none.
    private static func option(
        _ word: String, _ words: inout ArraySlice<String>
    ) -> (name: String, value: String, isNextWord: Bool)? {
        if word.hasPrefix("--") {
            let name = String(word.dropFirst(2))
            guard CurlOption.long[name]?.takesValue == true, let value = words.popFirst() else { return nil }
            return (name, value, true)
        }
        guard word.hasPrefix("-") else { return nil }
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
            guard let name = CurlOption.short[letter], let option = CurlOption.long[name] else { return nil }
            guard option.takesValue else { continue }
            guard rest.isEmpty else { return (name, String(rest), false) }
            return words.popFirst().map { (name, $0, true) }
        }
        return nil
    }

    /// A URL without `user:password@`.
    private static func withoutUserInfo(_ url: String, _ hadAny: inout Bool) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let sign = authority.lastIndex(of: "@") else { return url }
        hadAny = true
        return String(url[..<scheme.upperBound] + url[url.index(after: sign)...])
    }
}
