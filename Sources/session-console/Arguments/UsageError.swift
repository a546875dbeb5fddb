import ConsoleApp
import Scenarios

/// An error in the command line: exit status 2.
enum UsageError: Error, Sendable, Equatable {
    case unknownOption(String)
    case missingArgument(String)
    case unexpectedArgument(String)
    case unknownCommand(String)
    case foreignOption(Option, command: String)
    case badValue(Option, String, expected: String)
    case missingOption(Option, why: String)
    case missingOperand(String)
    case extraOperand(String)
    case conflict(Option, Option)

    /// What is wrong with the command line, without what to do about it.
    var message: String {
        switch self {
        case .unknownOption(let name): "unknown option \(name)"
        case .missingArgument(let name): "\(name) needs an argument"
        case .unexpectedArgument(let name): "\(name) takes no argument"
        case .unknownCommand(let name):
            Self.isPlainWord(name) ? "unknown command '\(name)'" : "unknown command"
        case .foreignOption(let option, let command): "'\(command)' has no option --\(option.name)"
        case .badValue(let option, let text, let expected):
            "--\(option.name) \(option.mayShow(text) ? "is '\(text)', but must be" : "must be") \(expected)"
        case .missingOption(let option, let why): "--\(option.name) is missing: \(why)"
        case .missingOperand(let what): "\(what) is missing"
        case .extraOperand(let word):
            (Self.isPlainWord(word) ? "'\(word)'" : "a word (not shown)") + " is one argument too many"
        case .conflict(let one, let other): "--\(one.name) and --\(other.name) can't be combined"
        }
    }

    /// The words that were probably meant, as they are typed.
    var suggestions: [String] {
        switch self {
        case .unknownCommand(let name):
            let words = name.split(separator: " ").map(String.init)
            if words.count == 2, let command = Command.named(words[0]) {
                return Suggestion.words(for: words[1], among: command.firstOperands()).map { "\(words[0]) \($0)" }
            }
            return Suggestion.words(for: name, among: Command.all.map(\.name).filter { !$0.isEmpty })
        case .unknownOption(let name):
            return Suggestion.words(for: name.drop { $0 == "-" }, among: Option.known.map(\.name))
                .map { "--\($0)" }
        case .badValue(let option, let text, _):
            return Suggestion.words(for: text, among: option.values)
        case .missingArgument, .unexpectedArgument, .foreignOption, .missingOption, .missingOperand, .extraOperand,
            .conflict:
            return []
        }
    }

    /// Whether an unexpected word may be shown: anything else may be a password or a token.
    private static func isPlainWord(_ word: String) -> Bool {
        word.utf8.count <= 24 && word.utf8.allSatisfy { (97...122).contains($0) || " -/".utf8.contains($0) }
    }
}

extension CommandFailure {
    init(_ error: UsageError, command: String?) {
        self.init(
            .badCommandLine, error.message,
            advice: Suggestion.advice(
                error.suggestions, "See: \(ProgramCall.line((command.map { [$0] } ?? []) + ["--help"]))"))
    }
}
