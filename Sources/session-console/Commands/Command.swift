/// One command of the program, with all that the dispatcher, the help and the completions need to know of it.
struct Command: Sendable {
    /// The word that calls it; empty for the console itself.
    var name: String
    var summary: String
    /// What stands behind the program's and the command's name.
    var usage: String
    /// What the help says beyond the options: behaviour, output, the members of the JSON.
    var details: String
    var example: String
    var options: [OptionName] = []
    /// Whether it takes the options of a provider, each also a key of the profile.
    var takesProvider = false
    var operands: ClosedRange<Int> = 0...0
    /// The words that the first operand is one of, for completions and corrections.
    var firstOperands: @Sendable () -> [String] = { [] }
    /// Those of them that the name of a profile follows.
    var operandsBeforeProfile: [String] = []
    var run: @Sendable (CommandContext) async throws -> ExitStatus

    var allOptions: [OptionName] {
        options + (takesProvider ? [.profile] + OptionName.provider : []) + [.verbose, .help]
    }

    /// The command as a person calls it: `session-console token`.
    var call: String { name.isEmpty ? "session-console" : "session-console \(name)" }
}

extension Command {
    static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}
