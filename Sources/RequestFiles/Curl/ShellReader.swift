/// Reads commands as bash does, without doing anything that bash would: what bash would fill in is a fault.
struct ShellReader: CommandReader {
    /// The whole text.
    let text: String.UnicodeScalarView
    var rest: Substring.UnicodeScalarView
    private(set) var start: Substring.UnicodeScalarView
    /// Whether `^"` was met, which only a command of Windows has; nothing is read from there on.
    private(set) var isOfWindows = false

    var command = ShellCommand()
    var word: String.UnicodeScalarView?
    /// Whether a part of the word is in quotation marks.
    var isQuoted = false
    /// What the word that is read next is for.
    var role = WordRole.argument
    /// The here-documents that begin behind the line.
    var documents: [HereDocument] = []
    /// The line break behind which documents were read already, and where they end.
    var readDocuments: (lineBreak: String.Index, end: String.Index)?
    /// Where a pipe begins, and the command in front of it.
    var pipe: (place: String.Index, command: ShellCommand)?
    /// The unquoted braces of the word that are open, and whether bash would make several words of each.
    private var braces: [(place: String.Index, isList: Bool)] = []

    init(_ text: String) {
        self.text = text.unicodeScalars
        rest = self.text[...]
        start = rest
    }

    mutating func next() -> ShellCommand? {
        repeat {
            (command, word, isQuoted, role, pipe, braces) = (ShellCommand(), nil, false, .argument, nil, [])
            rest = rest.drop(while: \.properties.isWhitespace)
            start = rest
            var place = rest.startIndex
            while command.separator == nil, !isOfWindows, let scalar = rest.first {
                place = rest.startIndex
                rest.removeFirst()
                do throws(CurlFault) { try read(scalar, at: place) } catch { report(error) }
            }
            end(at: command.separator == nil ? rest.startIndex : place)
        } while command.words.isEmpty && command.fault == nil && command.separator != nil
        guard !isOfWindows, !command.words.isEmpty || command.fault != nil else { return nil }
        return command
    }

    private mutating func report(_ fault: CurlFault) { command.fault = command.fault ?? fault }

    /// Ends the command, with what the lines behind it belong to.
    private mutating func end(at place: String.Index) {
        endWord(at: place)
        if role != .argument { report(.shellSyntax(role == .input ? "<" : ">")) }
        do throws(CurlFault) { try readHereDocuments() } catch { report(error) }
        guard let pipe else { return }
        let (separator, fault) = (command.separator, command.fault)
        command = pipe.command
        command.separator = separator
        command.leftOut.append(String(text[pipe.place..<place]).trimmingBlanks)
        // What is not closed takes in all that follows.
        if let fault, fault.isOpen { report(fault) }
    }

    private mutating func read(_ scalar: Unicode.Scalar, at place: String.Index) throws(CurlFault) {
        switch scalar {
        case " ", "\t": endWord(at: place)
        case "\r", "\n":
            endWord(at: place)
            if let readDocuments, readDocuments.lineBreak == place { rest = rest[readDocuments.end...] }
            command.separator = "\n"
        case ";": command.separator = ";"
        // `&>` is no end.
        case "&" where rest.first != ">":
            command.separator = "&"
            if rest.first == "&" { rest.removeFirst() }
        case "#" where word == nil: rest = rest.drop { $0 != "\n" && $0 != "\r" }
        case "\\": readEscape()
        case "'":
            isQuoted = true
            append(try until("'"))
        case "\"":
            isQuoted = true
            try readDoubleQuotes()
        // A text that may be translated is read as it stands.
        case "$" where rest.first == "\"": break
        case "$" where rest.first == "'":
            rest.removeFirst()
            isQuoted = true
            try readEscapedQuotes()
        case "$", "`": try readExpansion(scalar)
        case "~" where word == nil:
            append("~")
            try fail(.shellExpansion("~"))
        case "{", "}", ",", ".": try readBrace(scalar, at: place)
        case "^" where rest.first == "\"": isOfWindows = true
        case "|":
            endWord(at: place)
            pipe = pipe ?? (place, command)
            if rest.first == "&" || rest.first == "|" { rest.removeFirst() }
        case ">", "&", "<": try readRedirection(scalar, at: place)
        case "(", ")": throw .shellSyntax(Character(scalar))
        default:
            append(String.UnicodeScalarView([scalar]))
            appendWhile { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        }
    }

    /// Takes many characters at once: one by one takes long.
    private mutating func appendWhile(_ isPart: (Unicode.Scalar) -> Bool) {
        let end = rest.firstIndex { !isPart($0) } ?? rest.endIndex
        word?.append(contentsOf: rest[..<end])
        rest = rest[end...]
    }

    private mutating func append(_ text: String.UnicodeScalarView) {
        // In place: a copy for each character would take quadratic time.
        if word == nil { word = text } else { word?.append(contentsOf: text) }
    }

    private mutating func append(_ text: String) { append(text.unicodeScalars) }

    private mutating func endWord(at place: String.Index) {
        braces = []
        guard let word else { return }
        self.word = nil
        take(String(word), endingAt: place)
        isQuoted = false
    }

    // MARK: What bash would fill in

    /// A brace outside of quotation marks; bash makes words of `{a,b}` and `{1..3}`, and keeps `{{name}}`.
    private mutating func readBrace(_ scalar: Unicode.Scalar, at place: String.Index) throws(CurlFault) {
        append(String.UnicodeScalarView([scalar]))
        switch scalar {
        case "{": braces.append((place, false))
        case "}":
            guard let brace = braces.popLast(), brace.isList else { return }
            try fail(.shellExpansion(String(text[brace.place..<rest.startIndex])))
        default:
            guard !braces.isEmpty, scalar == "," || rest.first == "." else { return }
            braces[braces.count - 1].isList = true
        }
    }

    /// A dollar sign or a backtick that is neither quoted nor escaped.
    ///
    /// Behind `Authorization: Bearer` the session's token takes the place of what bash would fill in.
    private mutating func readExpansion(_ scalar: Unicode.Scalar) throws(CurlFault) {
        guard let expansion = ShellExpansion(scalar, rest) else {
            return append(String.UnicodeScalarView([scalar]))
        }
        rest = rest[expansion.end...]
        let before = String(word ?? String.UnicodeScalarView()).lowercased()
        if before.filter({ $0 != " " }) == "authorization:bearer" { return append("{{token}}") }
        append("")
        try fail(.shellExpansion(expansion.name))
    }

    /// Nothing is sent to the file that output goes to.
    private func fail(_ fault: CurlFault) throws(CurlFault) {
        if case .output = role { return }
        throw fault
    }

    // MARK: Quotation marks

    /// A backslash outside of quotation marks; before a line break it joins two lines.
    private mutating func readEscape() {
        guard let next = rest.popFirst() else { return }
        if next == "\r", rest.first == "\n" {
            rest.removeFirst()
        } else if next != "\n" && next != "\r" {
            isQuoted = true
            append(String.UnicodeScalarView([next]))
        }
    }

    private mutating func until(_ end: Unicode.Scalar) throws(CurlFault) -> String.UnicodeScalarView {
        guard let place = rest.firstIndex(of: end) else {
            rest = rest[rest.endIndex...]
            throw .openQuote
        }
        defer { rest = rest[rest.index(after: place)...] }
        return String.UnicodeScalarView(rest[..<place])
    }

    /// Reads to the closing mark, whatever is wrong in between.
    private mutating func readDoubleQuotes() throws(CurlFault) {
        append("")
        var fault: CurlFault?
        while true {
            appendWhile { $0 != "\"" && $0 != "\\" && $0 != "$" && $0 != "`" }
            guard let scalar = rest.popFirst() else { throw .openQuote }
            if scalar == "\"" { break }
            if scalar == "$" || scalar == "`" {
                do throws(CurlFault) { try readExpansion(scalar) } catch { fault = fault ?? error }
                continue
            }
            guard let next = rest.first else { continue }
            switch next {
            case "$", "`", "\"", "\\", "!":
                rest.removeFirst()
                append(String.UnicodeScalarView([next]))
            case "\n": rest.removeFirst()
            default: append(String.UnicodeScalarView([scalar]))
            }
        }
        if let fault { throw fault }
    }

    /// `$'…'`, where a backslash begins an escape as in C.
    private mutating func readEscapedQuotes() throws(CurlFault) {
        append("")
        while true {
            appendWhile { $0 != "'" && $0 != "\\" }
            guard let scalar = rest.popFirst() else { break }
            if scalar == "'" { return }
            guard scalar == "\\", let next = rest.popFirst() else {
                append(String.UnicodeScalarView([scalar]))
                continue
            }
            append(String.UnicodeScalarView([escaped(next)]))
        }
        throw .openQuote
    }

    private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "r": "\r", "t": "\t", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}", "e": "\u{1B}",
        "E": "\u{1B}",
    ]

    private mutating func escaped(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        switch letter {
        case "x": return digits(radix: 16, atMost: 2) ?? letter
        case "u": return digits(radix: 16, atMost: 4) ?? letter
        case "U": return digits(radix: 16, atMost: 8) ?? letter
        case "0"..."7": return digits(radix: 8, atMost: 2, after: letter) ?? letter
        default: return Self.letters[letter] ?? letter
        }
    }

    /// The scalar of that number, which may have begun with a digit already.
    private mutating func digits(
        radix: Int, atMost limit: Int, after first: Unicode.Scalar? = nil
    ) -> Unicode.Scalar? {
        let digits = rest.prefix(limit).prefix { Int(String($0), radix: radix) != nil }
        guard let value = UInt32((first.map { String($0) } ?? "") + String(digits), radix: radix) else { return nil }
        rest = rest[digits.endIndex...]
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
