/// Reads commands as bash does, without doing anything that bash would: no variables, no commands.
struct ShellReader: CommandReader {
    var rest: Substring.UnicodeScalarView
    private(set) var start: Substring.UnicodeScalarView
    /// Whether `^"` was met, which only a command of Windows has; nothing is read from there on.
    private(set) var isOfWindows = false

    private var words: [String] = []
    private var word: String.UnicodeScalarView?
    private var fault: CurlFault?
    private var separator: Character?

    init(_ text: String) {
        rest = text.unicodeScalars[...]
        start = rest
    }

    mutating func next() -> ShellCommand? {
        repeat {
            (words, word, fault, separator) = ([], nil, nil, nil)
            rest = rest.drop(while: \.properties.isWhitespace)
            start = rest
            while separator == nil, !isOfWindows, let scalar = rest.popFirst() {
                do throws(CurlFault) { try read(scalar) } catch { fault = fault ?? error }
            }
            endWord()
        } while words.isEmpty && fault == nil && separator != nil
        guard !isOfWindows, !words.isEmpty || fault != nil else { return nil }
        return ShellCommand(words: words, fault: fault, separator: separator)
    }

    private mutating func read(_ scalar: Unicode.Scalar) throws(CurlFault) {
        switch scalar {
        case " ", "\t": endWord()
        case "\r", "\n": separator = "\n"
        case ";": separator = ";"
        // `&>` is no end.
        case "&" where rest.first != ">":
            separator = "&"
            skipAmpersand()
        case "#" where word == nil: rest = rest.drop { $0 != "\n" && $0 != "\r" }
        case "\\": readEscape()
        case "'": append(try until("'"))
        case "\"": try readDoubleQuotes()
        case "$" where rest.first == "'":
            rest.removeFirst()
            try readEscapedQuotes()
        case "^" where rest.first == "\"": isOfWindows = true
        case "|", "&", "<", ">", "(", ")", "`":
            // `>&` and `|&` are no end either.
            skipAmpersand()
            throw .shellSyntax(Character(scalar))
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

    private mutating func skipAmpersand() {
        if rest.first == "&" { rest.removeFirst() }
    }

    private mutating func append(_ text: String.UnicodeScalarView) {
        // In place: a copy for each character would take quadratic time.
        if word == nil { word = text } else { word?.append(contentsOf: text) }
    }

    private mutating func endWord() {
        if let word { words.append(String(word)) }
        word = nil
    }

    /// A backslash outside of quotation marks; before a line break it joins two lines.
    private mutating func readEscape() {
        guard let next = rest.popFirst() else { return }
        if next == "\r", rest.first == "\n" {
            rest.removeFirst()
        } else if next != "\n" && next != "\r" {
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

    private mutating func readDoubleQuotes() throws(CurlFault) {
        append(String.UnicodeScalarView())
        while true {
            appendWhile { $0 != "\"" && $0 != "\\" }
            guard let scalar = rest.popFirst() else { break }
            if scalar == "\"" { return }
            guard scalar == "\\", let next = rest.first else {
                append(String.UnicodeScalarView([scalar]))
                continue
            }
            switch next {
            case "$", "`", "\"", "\\", "!":
                rest.removeFirst()
                append(String.UnicodeScalarView([next]))
            case "\n": rest.removeFirst()
            default: append(String.UnicodeScalarView([scalar]))
            }
        }
        throw .openQuote
    }

    /// `$'…'`, where a backslash begins an escape as in C.
    private mutating func readEscapedQuotes() throws(CurlFault) {
        append(String.UnicodeScalarView())
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
