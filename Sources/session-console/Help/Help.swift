/// The text of `--help`, made from the tables of commands and options, for a terminal of 80 columns.
enum Help {
    static var program: String {
        let commands = Command.all.filter { !$0.name.isEmpty }.map { (name: "  " + $0.name, meaning: $0.summary) }
        return """
            session-console shows what an OAuth/OpenID session does, live, in a terminal.

            usage: session-console [PROFILE | URL | FILE | -- PROGRAM...]   open the console
                   session-console COMMAND [OPTIONS]

            Nothing to sign in to yet? Try: session-console demo

            commands:
            \(joined(Columns.list(commands)))

            options of every command that talks to a provider, each also a key of a profile
            (with '_' for '-'):
            \(list(Option.whichSession))

            exit status:
            \(joined(Columns.list(ExitStatus.allCases.map { ("  \($0.rawValue)", $0.meaning) })))

            topics:
            \(joined(Columns.list(HelpTopic.all.map { ("  " + $0.name, $0.summary) })))

            See 'session-console COMMAND --help' for a command, with an example, and
            'session-console help TOPIC' for a topic.
            """
    }

    static func of(_ command: Command) -> String {
        let provider =
            command.takesProvider ? "\n\nand the options of the provider and profile: see session-console --help" : ""
        let own = command.options + Option.everywhere
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
        return """
            \(usage(of: command))

            \(joined(Columns.lines(summary)))
            \(command.details.isEmpty ? "" : "\n\(command.details)\n")
            options:
            \(list(own))\(provider)

            example:
            \(joined(command.example.split(separator: "\n").map { "  " + $0 }))
            """
    }

    /// The usage, broken between its parts where it is long.
    private static func usage(of command: Command) -> String {
        var parts = ["usage: \(command.call)"]
        for word in command.usage.split(separator: " ") {
            // A part in brackets stays on one line.
            let last = parts[parts.count - 1]
            let isOpen = last.count { $0 == "[" } > last.count { $0 == "]" }
            if isOpen { parts[parts.count - 1] += " " + word } else { parts.append(String(word)) }
        }
        let margin = 8
        return Columns.lines(of: parts, indentation: margin)
            .joined(separator: "\n" + String(repeating: " ", count: margin))
    }

    private static func list(_ options: [Option]) -> String {
        let rows = options.map { option in
            let letter = option.letter.map { "-\($0), " } ?? "    "
            let argument = option.argument.map { " \($0.name)" } ?? ""
            return (name: "  \(letter)--\(option.name)\(argument)", meaning: option.summary)
        }
        return joined(Columns.list(rows))
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
