/// Reads commands of Windows as browsers write them: quotation marks behind carets, backslashes twice.
struct WindowsReader: CommandReader {
    var rest: Substring.UnicodeScalarView
    private(set) var start: Substring.UnicodeScalarView

    private var command = ShellCommand()
    private var word: String.UnicodeScalarView?
    /// Whether a quotation mark is open for the command line, to which carets inside of it are nothing special.
    private var isPlain = false
    /// Whether a quotation mark is open for the program, which cuts the words.
    private var isQuoted = false

    init(_ text: String) {
        rest = text.unicodeScalars[...]
        start = rest
    }

    mutating func next() -> ShellCommand? {
        repeat {
            (command, word) = (ShellCommand(), nil)
            (isPlain, isQuoted) = (false, false)
            rest = rest.drop(while: \.properties.isWhitespace)
            start = rest
            while let (scalar, isEscaped) = take() { read(scalar, isEscaped) }
            if isQuoted { command.fault = command.fault ?? .openQuote }
            endWord()
        } while command.words.isEmpty && command.fault == nil && command.separator != nil
        guard !command.words.isEmpty || command.fault != nil else { return nil }
        return command
    }

    private mutating func read(_ scalar: Unicode.Scalar, _ isEscaped: Bool) {
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

    private mutating func append(_ scalar: Unicode.Scalar) {
        if word == nil { word = String.UnicodeScalarView() }
        word?.append(scalar)
    }

    private mutating func endWord() {
        if let word { command.words.append(String(word)) }
        word = nil
    }

    /// The next character that the command line hands on, and whether a caret stood before it; `nil` at the command's
    /// end.
    private mutating func take() -> (Unicode.Scalar, isEscaped: Bool)? {
        while let scalar = rest.popFirst() {
            guard !isPlain else { return (scalar, false) }
            switch scalar {
            case "^":
                // A caret joins two lines, and keeps the first character of the second one as it is.
                if skipLineBreak() { return takeLineBreak() ?? rest.popFirst().map { ($0, true) } }
                return rest.popFirst().map { ($0, true) }
            case "\r", "\n":
                command.separator = "\n"
                return nil
            case "&":
                command.separator = "&"
                skipAmpersand()
                return nil
            case "|", ">": leaveOut(scalar)
            case "<": command.fault = command.fault ?? .shellSyntax("<")
            default: return (scalar, false)
            }
        }
        return nil
    }

    /// Leaves out what the command line does with the output, to the end of the command.
    private mutating func leaveOut(_ sign: Unicode.Scalar) {
        // `>&` and `||` are no end.
        var text = String.UnicodeScalarView([sign])
        if let next = rest.first, next == "&" || next == sign { text.append(rest.removeFirst()) }
        let part = rest.prefix { !"&\r\n".unicodeScalars.contains($0) }
        text.append(contentsOf: part)
        rest = rest[part.endIndex...]
        command.leftOut.append(String(text))
    }

    private mutating func skipAmpersand() {
        if rest.first == "&" { rest.removeFirst() }
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
