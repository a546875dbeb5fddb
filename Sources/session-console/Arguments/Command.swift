/// One command of the program, as the dispatcher, the help and the completions need it.
struct Command: Sendable {
    /// The word that selects it; empty for the console itself.
    var name: String
    var summary: String
    /// The options and operands after the command's name.
    var usage: String
    /// The help's text besides the options: behaviour, output, the members of the JSON.
    var details: String
    var example: String
    var options: [Option] = []
    /// Whether it takes the options of a provider, each also a key of the profile.
    var takesProvider = false
    /// The option by which it stays open, where it doesn't always.
    var staysOpenBy: Option?
    var operands: ClosedRange<Int> = 0...0
    /// Whether the first operand is a file.
    var takesFile = false
    /// The possible first operands, for completions and suggestions.
    var firstOperands: @Sendable () -> [String] = { [] }
    /// The first operands after which the name of a profile follows.
    var operandsBeforeProfile: [String] = []
    /// Which call has as text what the command's screens show, as a sentence for those without a terminal.
    var asText: (@Sendable (CommandContext) throws -> String)?
    var run: @Sendable (CommandContext) async throws -> ExitStatus

    var allOptions: [Option] {
        options + (takesProvider ? Option.whichSession : []) + Option.everywhere
    }

    /// What a command line lacks that has too few operands: the last part of the usage, which is not in brackets.
    var missingOperand: String {
        let choices = firstOperands()
        guard choices.isEmpty else { return choices.joined(separator: " or ") }
        let last = usage.split(separator: "]").last ?? ""
        return String(last.drop { $0 == " " }).replacing("|", with: " or ")
    }

    /// The command as it is typed: `session-console token`.
    var call: String { name.isEmpty ? "session-console" : "session-console \(name)" }
}

extension Command {
    static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}
