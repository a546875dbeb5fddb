extension CompletionScript {
    static var fish: String {
        let names = commands.map(\.name).joined(separator: " ")
        var lines = ["complete -c session-console -f"]
        for command in commands {
            lines.append(
                line("not __fish_seen_subcommand_from \(names)", "-a \(command.name) -d \(quoted(command.summary))"))
            let isSeen = "__fish_seen_subcommand_from \(command.name)"
            let operands = command.firstOperands()
            if !operands.isEmpty {
                let isFirst = "not __fish_seen_subcommand_from \(operands.joined(separator: " "))"
                lines.append(line("\(isSeen); and \(isFirst)", "-a \(quoted(operands.joined(separator: " ")))"))
            }
            if command.takesFile { lines.append(line(isSeen, "-F")) }
            for operand in command.operandsBeforeProfile {
                lines.append(
                    line("\(isSeen); and __fish_seen_subcommand_from \(operand)", "-a \(quoted("(\(profileNames))"))"))
            }
            lines += command.allOptions.map { line(isSeen, option($0)) }
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ condition: String, _ completion: String) -> String {
        "complete -c session-console -n \(quoted(condition)) \(completion)"
    }

    private static func option(_ option: OptionName) -> String {
        let description = option.description
        var text = "-l \(option.longName)" + (description.letter.map { " -s \($0)" } ?? "")
        if option == .profile {
            text += " -x -a \(quoted("(\(profileNames))"))"
        } else if !description.values.isEmpty {
            text += " -x -a \(quoted(description.values.joined(separator: " ")))"
        } else if description.argument != nil {
            text += option.takesFile ? " -r -F" : " -x"
        }
        return text + " -d \(quoted(description.summary))"
    }
}
