import ConsoleApp
import Scenarios

/// Why a profile can't be used.
enum ProfileError: Error, Sendable, Equatable {
    case badName(String)
    case unknown(String, known: [String])
    case exists(String)
    case unreadable(file: String, reason: String)
    case unwritable(file: String, reason: String)
    /// The line is counted from 1; `nil` if it is not known.
    case malformed(file: String, line: Int?, key: String?, reason: String)

    var message: String {
        switch self {
        case .badName(let name):
            "'\(name)' is not a valid profile name: use letters, digits, '-', '_' and '.', with a letter or digit first"
        case .unknown(let name, let known):
            "there is no profile '\(name)'" + (known.isEmpty ? "" : "; available: " + known.joined(separator: ", "))
        case .exists(let name): "there is already a profile '\(name)'"
        case .unreadable(let file, let reason): "\(file) can't be read: \(reason)"
        case .unwritable(let file, let reason): "\(file) can't be written: \(reason)"
        case .malformed(let file, let line, let key, let reason):
            file + (line.map { ":\($0)" } ?? "") + ": " + (key.map { "\($0): " } ?? "") + reason
        }
    }

    var advice: String {
        switch self {
        case .badName: "Choose another name."
        case .unknown(let name, let known):
            Suggestion.advice(
                Suggestion.words(for: name, among: known),
                "Make it with: \(ProgramCall.line("profile", "add", name, "--issuer", "URL", "--client-id", "ID")), "
                    + "or try the demo with: \(ProgramCall.line("demo"))"
            )
        case .exists(let name): "Remove it first with: \(ProgramCall.line("profile", "remove", name))"
        case .unreadable, .unwritable: "Correct the permissions of the file or folder."
        case .malformed:
            "Correct the file; \(ProgramCall.line("profile", "--help")) lists the keys."
        }
    }
}

extension CommandFailure {
    init(_ error: ProfileError) {
        self.init(.badCommandLine, error.message, advice: error.advice)
    }
}
