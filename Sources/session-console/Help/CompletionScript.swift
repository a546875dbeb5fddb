/// Completion scripts for shells, made from the tables of commands and options.
enum CompletionScript {
    enum ShellName: String, CaseIterable {
        case bash, zsh, fish
    }

    static func text(for shell: ShellName) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "#compdef session-console\nautoload -U +X bashcompinit && bashcompinit\n" + bash
        case .fish: fish
        }
    }

    static var commands: [Command] { Command.all.filter { !$0.name.isEmpty } }

    /// The operand of `completion` that lists the names of requests.
    static let requests = "requests"

    /// The command that lists the names of the profiles.
    static let profileNames = "session-console profile list 2>/dev/null"
}

extension Option {
    /// The option as it is written: `--request`, and `-X` where it has a letter.
    var spellings: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }
}
