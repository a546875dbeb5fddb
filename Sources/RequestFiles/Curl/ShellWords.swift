/// Splits a command line as bash does, without doing anything that bash would: no variables, no commands.
///
/// A command with `^"` is one of Windows, and so is one with JSON whose quotation marks are twice in quotation marks.
struct ShellWords {
    private(set) var words: [String] = []
    private var rest: Substring.UnicodeScalarView
    private var word: String.UnicodeScalarView?

    /// What JSON begins with there; bash would take all its quotation marks away.
    private static let doubled = ["\"{\"\"", "\"[\"\"", "\"[{\"\""]

    init(_ text: String) throws(CurlFault) {
        rest = text.unicodeScalars[...]
        if !text.contains(" '"), Self.doubled.contains(where: text.contains) {
            words = try WindowsWords(text).words
            return
        }
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t": endWord()
            case "\r", "\n":
                endWord()
                if rest.contains(where: { !$0.properties.isWhitespace }) { throw .shellSyntax("\n") }
            case "\\": readEscape()
            case "'": append(try until("'"))
            case "\"": try readDoubleQuotes()
            case "$" where rest.first == "'":
                rest.removeFirst()
                try readEscapedQuotes()
            case "^" where rest.first == "\"":
                words = try WindowsWords(text).words
                return
            case _ where ";&".unicodeScalars.contains(scalar) && rest.allSatisfy(\.properties.isWhitespace): endWord()
            case "|", "&", ";", "<", ">", "(", ")", "`": throw .shellSyntax(Character(scalar))
            default: append(String.UnicodeScalarView([scalar]))
            }
        }
        endWord()
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
        guard let place = rest.firstIndex(of: end) else { throw .openQuote }
        defer { rest = rest[rest.index(after: place)...] }
        return String.UnicodeScalarView(rest[..<place])
    }

    private mutating func readDoubleQuotes() throws(CurlFault) {
        append(String.UnicodeScalarView())
        while let scalar = rest.popFirst() {
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
        while let scalar = rest.popFirst() {
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
