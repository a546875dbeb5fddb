import RequestFiles

extension CompletionScript {
    static var fish: String {
        let names = commands.map(\.name).joined(separator: " ")
        var lines = ["complete -c session-console -f"]
        let isAlone = "not __fish_seen_subcommand_from \(names)"
        lines += (Command.named("")?.allOptions ?? []).map { line(isAlone, option($0)) }
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
        return lines.joined(separator: "\n")
    }

    private static func line(_ condition: String, _ completion: String) -> String {
        "complete -c session-console -n \(condition.shellWord) \(completion)"
    }

    private static func option(_ option: Option) -> String {
        var text = "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
        switch option.argument?.kind {
        case .profile: text += " -x -a \("(\(profileNames))".shellWord)"
        case .file: text += " -r -F"
        case .text, .pair:
            text += " -x" + (option.values.isEmpty ? "" : " -a \(option.values.joined(separator: " ").shellWord)")
        case nil: break
        }
        return text + " -d \(option.summary.shellWord)"
    }
}
