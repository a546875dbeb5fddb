/// Reads the commands of a text one after the other.
protocol CommandReader {
    /// What is not read yet.
    var rest: Substring.UnicodeScalarView { get set }
    /// The text from where the last command begins.
    var start: Substring.UnicodeScalarView { get }

    /// The next command that is not empty; `nil` behind the last one.
    mutating func next() -> ShellCommand?
}

/// A command that a shell would run, cut into words.
struct ShellCommand: Sendable {
    var words: [String] = []
    /// What the command reads from its standard input; `nil` where the text does not say.
    var input: Input?
    /// What the shell would do with the command's output, as it is written: `| jq .`, `> out.json`.
    var leftOut: [String] = []
    /// The first thing that is not read there.
    var fault: CurlFault?
    /// What ends it; `nil` at the end of the text.
    var separator: Character?

    enum Input: Sendable, Hashable {
        case text(String)
        case file(String)
    }

    /// The command for bash with these words in place of its own, with line breaks as escapes where it is one line.
    func line(with words: [String], isOneLine: Bool) -> String {
        func quoted(_ word: String) -> String { isOneLine ? word.shellWordOnOneLine : word.shellWord }
        var pieces = words.map(quoted)
        switch input {
        // A here-string ends in a line break by itself.
        case .text(let text): pieces += ["<<<", quoted(text.hasSuffix("\n") ? String(text.dropLast()) : text)]
        case .file(let path): pieces += ["<", quoted(path)]
        case nil: break
        }
        // A here-document of another command would need lines of its own.
        pieces += leftOut.filter { !$0.contains("<<") }.map { text in
            text.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        return pieces.joined(separator: " ")
    }
}
