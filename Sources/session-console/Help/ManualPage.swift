/// The manual page, made from the same tables as the help.
enum ManualPage {
    static var text: String {
        let named = Command.all.filter { !$0.name.isEmpty }
        var lines = [
            ".TH SESSION\\-CONSOLE 1 \"\" \"session\\-console \(Version.current)\" \"User Commands\"",
            ".SH NAME",
            "session\\-console \\- show an OAuth/OpenID session live, in a terminal",
            ".SH SYNOPSIS",
            ".B session\\-console",
            "[\\fB\\-\\-profile\\fR \\fINAME\\fR]",
            ".br",
            ".B session\\-console",
            "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]",
            ".SH DESCRIPTION",
            "Without a command the console opens on a profile; the commands do the same work in scripts,",
            "on the same session.",
            ".SH COMMANDS",
        ]
        for command in named { lines += section(for: command) }
        lines.append(".SH OPTIONS OF A PROVIDER")
        lines.append("For every command that uses a provider; each is also a key of a profile, with '_' for '\\-'.")
        lines += options(Option.whichSession)
        for topic in HelpTopic.all { lines += topic.roff(roff) }
        lines.append(".SH EXIT STATUS")
        for status in ExitStatus.allCases { lines += [".TP", "\(status.rawValue)", roff(status.meaning)] }
        lines += ending
        return lines.joined(separator: "\n")
    }

    private static func section(for command: Command) -> [String] {
        var lines = [".SS \"\(roff(command.name + (command.usage.isEmpty ? "" : " " + command.usage)))\""]
        lines.append(roff(command.summary.prefix(1).uppercased() + command.summary.dropFirst()) + ".")
        if !command.details.isEmpty { lines += [".PP", ".nf"] + roffLines(command.details) + [".fi"] }
        lines += options(command.options)
        lines += [".PP", "Example:", ".PP", ".RS", ".nf"] + roffLines(command.example) + [".fi", ".RE"]
        return lines
    }

    private static func options(_ options: [Option]) -> [String] {
        options.flatMap { option in
            let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let argument = option.argument.map { " \\fI\(roff($0.name))\\fR" } ?? ""
            return [".TP", "\(letter)\\fB\(roff("--" + option.name))\\fR\(argument)", roff(option.summary)]
        }
    }

    private static let ending = [
        ".SH ENVIRONMENT",
        ".TP", "SESSION_CONSOLE_CLIENT_SECRET", "the client secret, in place of \\-\\-client\\-secret\\-file",
        ".TP", "BROWSER", "commands that open a link, separated by colons",
        ".TP", "VISUAL, EDITOR, PAGER", "the editor and the pager of the console",
        ".TP", "XDG_CONFIG_HOME, XDG_STATE_HOME", "the folders of the files below (~/.config and ~/.local/state)",
        ".TP", "NO_COLOR", "no colours if it is set",
        ".SH FILES",
        ".TP", "~/.config/session\\-console/profiles/NAME.json", "a profile, in JSON5",
        ".TP", "~/.local/state/session\\-console/NAME.session.json", "the session of a profile, with secrets",
        ".TP", "~/.local/state/session\\-console/NAME.events.jsonl", "its recent events, without secrets",
        ".TP", "~/.local/state/session\\-console/NAME.history.jsonl",
        "the calls that its console has sent, without secrets",
    ]

    private static func roffLines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { roff(String($0)) }
    }

    /// Text in which nothing is a request or an escape of roff.
    private static func roff(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
