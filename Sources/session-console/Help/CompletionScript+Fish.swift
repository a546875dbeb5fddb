import RequestFiles

extension CompletionScript {
    static var fish: String {
        let names = commands.map(\.name).joined(separator: " ")
        var lines = ["complete -c session-console -f"]
        let isAlone = "not __fish_seen_subcommand_from \(names)"
        lines += Command.console.allOptions.map { line(isAlone, option($0)) }
        lines.append(line(isAlone, "-F -a \("(\(profileNames))".shellWord)"))
        for command in commands {
            lines.append(
                line(isAlone, "-a \(command.name) -d \(command.summary.shellWord)"))
            let isSeen = "__fish_seen_subcommand_from \(command.name)"
            let operands = command.firstOperands()
            if !operands.isEmpty {
                let isFirst = "not __fish_seen_subcommand_from \(operands.joined(separator: " "))"
                lines.append(line("\(isSeen); and \(isFirst)", "-a \(operands.joined(separator: " ").shellWord)"))
            }
            if command.takesFile { lines.append(line(isSeen, "-F")) }
            for operand in command.operandsBeforeProfile {
                lines.append(
                    line("\(isSeen); and __fish_seen_subcommand_from \(operand)", "-a \("(\(profileNames))".shellWord)")
                )
            }
            lines += command.allOptions.map { line(isSeen, option($0)) }
        }
        let requestNames = "(__session_console_requests | string replace -r '^' @)"
        lines.append(line("__fish_seen_subcommand_from \(Command.request.name)", "-a \(requestNames.shellWord)"))
        lines.append(
            line("__fish_seen_subcommand_from \(Command.run.name)", "-l name -x -a '(__session_console_requests)'"))
        lines.append(line("contains -- -- (commandline -opc)", "-a '(__session_console_line)'"))
        return (lines + [functions]).joined(separator: "\n")
    }

    /// The names of the requests of the file that is named so far, and the completions of another program's line.
    private static let functions = """
        function __session_console_requests
            set -l words (commandline -opc)
            set -l file (string match -r '\\.(?:http|rest)$' -e -- $words)[-1]
            session-console completion \(requests) (test -n "$file"; and echo --file=$file) 2>/dev/null
        end
        function __session_console_line
            set -l words (commandline -opc)
            set -l start (math (contains -i -- -- $words) + 1)
            set -l before (string escape -- $words[$start..])
            complete -C (string join ' ' -- $before (commandline -ct))
        end
        """

    private static func line(_ condition: String, _ completion: String) -> String {
        "complete -c session-console -n \(condition.shellWord) \(completion)"
    }

    private static func option(_ option: Option) -> String {
        var text = "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
        switch option.argument?.kind {
        case .profile: text += " -x -a \("(\(profileNames))".shellWord)"
        case .file: text += " -r -F"
        case .text, .words, .time, .pair:
            text += " -x" + (option.values.isEmpty ? "" : " -a \(option.values.joined(separator: " ").shellWord)")
        case nil: break
        }
        return text + " -d \(option.summary.shellWord)"
    }
}
