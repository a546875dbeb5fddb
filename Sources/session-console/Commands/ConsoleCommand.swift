import ConsoleApp
import TerminalUI

/// The program without a command: the console on a profile.
extension Command {
    static let console = Command(
        name: "",
        summary: "open the console on a profile, or on what protects a URL",
        usage: "[--profile NAME] [URL]",
        details: "",
        example: "session-console --profile work",
        options: Option.console + Option.recording + Option.discovery + [.version],
        takesProvider: true,
        operands: 0...1,
        asText: { context in
            if let url = context.operands.first {
                return "The sign-in as text, a line for each step: \(ProgramCall.line("login", url))"
            }
            return "The session as text, a line for each change: \(try context.settings().call("status", "--follow"))"
        },
        run: { context in
            if let url = context.operands.first {
                let opener = try ProfileOpener(context, for: ResourceProfile(url, context))
                let theme = try context.theme()
                try await Console.run(context, url, by: opener, theme: theme)
            } else {
                let opener = try ProfileOpener(context)
                let theme = try context.settingValues().theme()
                try await Console.run(context, opener.home, by: opener, theme: theme)
            }
            return .done
        })
}

extension Option {
    static let version = Option("version", letter: "V", help: "show the version")
}
