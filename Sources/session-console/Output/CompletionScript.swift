/// Completion scripts for shells, made from the tables of commands and options.
enum CompletionScript {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "#compdef session-console\nautoload -U +X bashcompinit && bashcompinit\n" + bash
        case .fish: fish
        }
    }

    private static var commands: [Command] { Command.all.filter { !$0.name.isEmpty } }

    private static func longOptions(of command: Command) -> String {
        command.allOptions.map { "--\($0.rawValue)" }.joined(separator: " ")
    }

    private static var bash: String {
        let names = commands.map(\.name).joined(separator: " ")
        let cases = commands.map { "        \($0.name)) options='\(longOptions(of: $0))' ;;" }.joined(separator: "\n")
        let files = OptionName.allCases.filter { ["PEM", "FILE", "FILE|URL"].contains($0.description.argument) }
            .map { "--\($0.rawValue)" }.joined(separator: "|")
        let console = Command.named("").map(longOptions) ?? ""
        return """
            _session_console() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' options='\(console)' i
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in -*) ;; *) command=${COMP_WORDS[i]}; break ;; esac
                done
                case $before in
                    \(files)) COMPREPLY=($(compgen -f -- "$word")); return ;;
                    --profile) COMPREPLY=($(compgen -W "$(session-console profile list 2>/dev/null)" -- "$word")); return ;;
                    --flow) COMPREPLY=($(compgen -W 'code device password client-credentials import' -- "$word")); return ;;
                esac
                case $command in
            \(cases)
                esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *) [ -n "$command" ] || COMPREPLY=($(compgen -W '\(names)' -- "$word")) ;;
                esac
            }
            complete -o default -F _session_console session-console
            """
    }

    private static var fish: String {
        let names = commands.map(\.name).joined(separator: " ")
        var lines = ["complete -c session-console -f"]
        for command in commands {
            let shown = "not __fish_seen_subcommand_from \(names)"
            lines.append("complete -c session-console -n '\(shown)' -a \(command.name) -d \(quoted(command.summary))")
            for option in command.allOptions {
                let description = option.description
                lines.append(
                    "complete -c session-console -n '__fish_seen_subcommand_from \(command.name)' -l \(option.rawValue)"
                        + (description.letter.map { " -s \($0)" } ?? "") + (description.argument == nil ? "" : " -r")
                        + " -d \(quoted(description.summary))")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}
