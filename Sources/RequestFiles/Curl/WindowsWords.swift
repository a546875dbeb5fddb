/// Splits a command line of Windows as browsers write it: quotation marks behind carets, backslashes twice.
struct WindowsWords {
    private(set) var words: [String] = []
    private var rest: Substring.UnicodeScalarView
    private var word: String.UnicodeScalarView?
    /// Whether a quotation mark is open for the command line, to which carets inside of it are nothing special.
    private var isPlain = false
    /// Whether a quotation mark is open for the program, which cuts the words.
    private var isQuoted = false

    init(_ text: String) throws(CurlFault) {
        rest = text.unicodeScalars[...]
        while let (scalar, isEscaped) = try next() {
            switch scalar {
            case "\"" where isPlain && isQuoted && rest.first == "\"":
                // Two of them between quotation marks are one.
                append(rest.removeFirst())
            case "\"":
                if !isEscaped { isPlain.toggle() }
                isQuoted.toggle()
                word = word ?? String.UnicodeScalarView()
            case "\\": readBackslash()
            case " ", "\t", "\r", "\n":
                if isQuoted { append(scalar) } else { endWord() }
            default: append(scalar)
            }
        }
        guard !isQuoted else { throw .openQuote }
        endWord()
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if word == nil { word = String.UnicodeScalarView() }
        word?.append(scalar)
    }

    private mutating func endWord() {
        if let word { words.append(String(word)) }
        word = nil
    }

    /// The next character that the command line hands on, and whether a caret stood before it.
    private mutating func next() throws(CurlFault) -> (Unicode.Scalar, isEscaped: Bool)? {
        guard let scalar = rest.popFirst() else { return nil }
        guard !isPlain else { return (scalar, false) }
        switch scalar {
        case "^":
            // A caret joins two lines, and keeps the first character of the second one as it is.
            if skipLineBreak() { return takeLineBreak() ?? rest.popFirst().map { ($0, true) } }
            return rest.popFirst().map { ($0, true) }
        case "\r", "\n":
            if rest.contains(where: { !$0.properties.isWhitespace }) { throw .shellSyntax("\n") }
        case "&" where rest.allSatisfy(\.properties.isWhitespace): return (" ", false)
        case "|", "&", "<", ">": throw .shellSyntax(Character(scalar))
        default: break
        }
        return (scalar, false)
    }

    private mutating func skipLineBreak() -> Bool {
        guard rest.first == "\r" || rest.first == "\n" else { return false }
        if rest.popFirst() == "\r", rest.first == "\n" { rest.removeFirst() }
        return true
    }

    private mutating func takeLineBreak() -> (Unicode.Scalar, isEscaped: Bool)? { skipLineBreak() ? ("\n", true) : nil }

    /// A backslash, which browsers write before itself and before a quotation mark.
    private mutating func readBackslash() {
        let before = rest
        if !isPlain, rest.first == "^" { rest.removeFirst() }
        guard let next = rest.first, next == "\\" || next == "\"" else {
            rest = before
            return append("\\")
        }
        rest.removeFirst()
        append(next)
    }
}
