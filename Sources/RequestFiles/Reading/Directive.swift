/// What a comment tells of its request: `# @name login`.
enum Directive {
    case name(String)
    case note(String)
    /// A variable, and what a person is asked for it; empty where the file does not say.
    case prompt(String, question: String)
    case noRedirect
    case timeout(Duration)
    case noCookies
    /// Holds here in any case: nothing of an answer is logged.
    case nothing
    case bad(name: String, expected: String)
    /// A directive of another tool.
    case unknown(String)

    /// Fails where the comment is just a comment.
    init?(_ comment: ArraySlice<UInt8>) {
        guard comment.first == UInt8(ascii: "@") else { return nil }
        let name = comment.dropFirst().prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        var rest = comment[name.endIndex...].trimmed
        if rest.first == UInt8(ascii: "=") { rest = rest.dropFirst().trimmed }
        let value = rest.text
        switch name.text {
        case "name": self = value.isEmpty ? .bad(name: "name", expected: "a name") : .name(value)
        case "note": self = .note(value)
        case "prompt":
            let (word, question) = rest.firstWord
            self =
                word.isEmpty
                ? .bad(name: "prompt", expected: "the name of a variable")
                : .prompt(word.text, question: question.trimmed.text)
        case "no-redirect": self = .noRedirect
        case "timeout":
            self =
                Duration(directive: value).map { .timeout($0) }
                ?? .bad(name: "timeout", expected: "a time such as 30 or 2 m")
        case "no-cookie-jar": self = .noCookies
        case "no-log": self = .nothing
        case let other where Self.foreign.contains(other): self = .unknown(other)
        default: return nil
        }
    }

    private static let foreign: Set = [
        "connection-timeout", "no-auto-encoding", "use-os-credentials", "import", "ref", "forceRef", "loop", "sleep",
        "disabled", "jwt", "proxy", "no-client-cert", "no-reject-unauthorized", "grpc-reflection", "save",
    ]
}

extension Duration {
    /// `600`, `2 m`, `500 ms`; seconds without a unit, at most a day.
    fileprivate init?(directive text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let number = Int(digits), number > 0 else { return nil }
        let scales: [Substring: Int] = ["": 1000, "s": 1000, "ms": 1, "m": 60_000]
        guard let scale = scales[unit], number <= 86_400_000 / scale else { return nil }
        self = .milliseconds(number * scale)
    }
}
