/// The text of `--help`, made from the tables of commands and options.
enum Help {
    static var program: String {
        let width = Command.all.map { $0.name.count }.max() ?? 0
        let commands = Command.all.filter { !$0.name.isEmpty }
            .map { "  " + padded($0.name, to: width) + "  " + $0.summary }
        return """
            session-console shows what an OAuth/OpenID session is doing, live, in a terminal.

            usage: session-console [--profile NAME]     open the console on a profile
                   session-console COMMAND [OPTIONS]

            Nothing to sign in to yet? Try: session-console demo

            commands:
            \(commands.joined(separator: "\n"))

            options of every command that talks to a provider, each also a key of a profile (with '_' for '-'):
            \(lines([.profile] + OptionName.provider))

            exit status:
            \(ExitStatus.allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))

            session-console COMMAND --help tells more, with an example.
            """
    }

    static func of(_ command: Command) -> String {
        let provider =
            command.takesProvider ? "\n\nand the options of the provider and profile: see session-console --help" : ""
        let own = command.options + [.verbose, .help]
        return """
            \(usage(of: command))

            \(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).
            \(command.details.isEmpty ? "" : "\n\(command.details)\n")
            options:
            \(lines(own))\(provider)

            example:
              \(command.example)
            """
    }

    /// The usage, broken between its parts where it is long.
    private static func usage(of command: Command) -> String {
        var lines = ["usage: \(command.call)"]
        for part in command.usage.split(separator: " ") {
            let line = lines[lines.count - 1]
            // A part in brackets or quotation marks stays on one line.
            let isOpen = line.count { $0 == "[" } > line.count { $0 == "]" }
            if line.count + part.count < 100 || isOpen {
                lines[lines.count - 1] += " " + part
            } else {
                lines.append(String(repeating: " ", count: 8) + part)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(_ options: [OptionName]) -> String {
        let rows = options.map { option in
            let description = option.description
            let letter = description.letter.map { "-\($0), " } ?? "    "
            return (
                "  \(letter)--\(option.rawValue)\(description.argument.map { " \($0)" } ?? "")", description.summary
            )
        }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { padded($0.0, to: width) + "  " + $0.1 }.joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
