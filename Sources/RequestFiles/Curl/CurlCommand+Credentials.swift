extension CurlCommand {
    /// The command without its passwords and tokens: the session's token takes the place of tokens, and a password is
    /// asked for.
    ///
    /// `nil` where it has none. Throws where the words can't be told apart.
    package static func withoutCredentials(_ line: String) throws(CurlFault) -> (line: String, hadCookies: Bool)? {
        let command = try ShellWords(line).command
        let parts = try parts(of: command.words).map { words throws(CurlFault) in
            (words: words, safe: try withoutCredentials(words))
        }
        guard parts.contains(where: { $0.safe != nil }) else { return nil }
        let words = parts.map { $0.safe?.words ?? $0.words }
        let all = words[0] + words.dropFirst().flatMap { ["--next"] + $0.dropFirst() }
        let line = command.line(with: all, isOneLine: false)
        return (line, parts.contains { $0.safe?.hadCookies == true })
    }

    /// The words of each request, the command's name in front: `--next` stands between them, and what stands there with
    /// several URLs is as many requests.
    static func parts(of words: [String]) -> [[String]] { partsAtNext(of: words).flatMap(partsByURL) }

    private static func partsAtNext(of words: [String]) -> [[String]] {
        guard let name = words.first else { return [[]] }
        var parts = [[name]]
        var rest = words.dropFirst()
        while var word = rest.popFirst() {
            if let (before, behind) = splitAtNext(word) {
                if before.count > 1 { parts[parts.count - 1].append(before) }
                parts.append([name])
                guard behind.count > 1 else { continue }
                word = behind
            }
            if let (_, value, isNextWord) = option(word, &rest) {
                parts[parts.count - 1] += isNextWord ? [word, value] : [word]
            } else {
                parts[parts.count - 1].append(word)
            }
        }
        return parts
    }

    /// The words with each of their URLs alone: the options are the same, and each `--upload-file` is for one URL.
    private static func partsByURL(_ words: [String]) -> [[String]] {
        let (url, upload) = ("url", "upload-file")
        var items: [(words: [String], option: String?)] = []
        var rest = words.dropFirst()
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, let (name, value, isNextWord) = option(word, &rest) {
                items.append((isNextWord ? [word, value] : [word], name))
            } else {
                let isURL = !takesOptions || !word.hasPrefix("-") || word == "-"
                items.append(([word], isURL ? url : nil))
                if word == "--" { takesOptions = false }
            }
        }
        let urls = items.indices.filter { items[$0].option == url }
        let uploads = items.indices.filter { items[$0].option == upload }
        guard urls.count > 1, urls.count <= urlLimit else { return [words] }
        return urls.enumerated().map { number, place in
            let others = Set(urls + uploads).subtracting([place] + uploads.dropFirst(number).prefix(1))
            return words.prefix(1) + items.indices.flatMap { others.contains($0) ? [] : items[$0].words }
        }
    }

    /// The most URLs of one command: the options are copied for each.
    package static let urlLimit = 20

    /// What stands before and behind `--next`, or behind its letter among others: `-s:X`.
    private static func splitAtNext(_ word: String) -> (before: String, behind: String)? {
        if word == "--next" { return ("", "") }
        guard word.hasPrefix("-"), !word.hasPrefix("--") else { return nil }
        let letters = word.dropFirst()
        let place = letters.firstIndex { letter in
            letter == ":" || CurlOption.short[letter].flatMap { CurlOption.long[$0] }?.takesValue != false
        }
        guard let place, letters[place] == ":" else { return nil }
        return ("-" + letters[..<place], "-" + letters[letters.index(after: place)...])
    }

    /// Takes the credentials out of the words of one request, the command's name included.
    static func withoutCredentials(_ words: [String]) throws(CurlFault) -> (words: [String], hadCookies: Bool)? {
        var words = words[...]
        guard words.popFirst().map(Self.names.contains) == true else { throw .notCurl }
        var kept = ["curl"]
        var (hadToken, hadPassword, hadCookies) = (false, false, false)
        while let word = words.popFirst() {
            guard let (name, value, isNextWord) = option(word, &words) else {
                kept.append(withoutUserInfo(word, &hadPassword))
                continue
            }
            switch CurlOption.long[name] {
            case .user?: hadPassword = true
            case .bearer?: hadToken = true
            case .cookie?: hadCookies = true
            case .header? where begins(value, with: "authorization:"):
                if begins(value, with: "authorization:basic") { hadPassword = true } else { hadToken = true }
            case .header? where begins(value, with: "cookie:"): hadCookies = true
            case .url?: kept += [word, withoutUserInfo(value, &hadPassword)]
            default: kept += isNextWord ? [word, value] : [word]
            }
        }
        guard hadToken || hadPassword || hadCookies else { return nil }
        if hadToken {
            kept += ["-H", "Authorization: Bearer {{token}}"]
        } else if hadPassword {
            kept += ["-H", "Authorization: Basic {{user}} {{password}}"]
        }
        return (kept, hadCookies)
    }

    /// Whether a header line begins in this way, blanks aside.
    private static func begins(_ header: String, with beginning: String) -> Bool {
        header.lowercased().replacing(" ", with: "").hasPrefix(beginning)
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
    private static func withoutUserInfo(_ url: String, _ hadPassword: inout Bool) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let sign = authority.lastIndex(of: "@") else { return url }
        hadPassword = true
        return String(url[..<scheme.upperBound] + url[url.index(after: sign)...])
    }
}
