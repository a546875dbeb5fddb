import ConsoleApp
import TerminalUI

/// The program without a command: the console on a profile.
extension Command {
    static let console = Command(
        name: "",
        summary: "open the console on a profile, a URL, a file or a program",
        usage: "[PROFILE | URL | FILE | -- COMMAND...]",
        details: """
            A word is a command, else a profile, else a file. A URL is an API or MCP server:
            the console finds who protects it, and signs in. FILE is a recording or an
            archive of traffic, as with 'open'; ./NAME is always a file, and --profile NAME
            always a profile. COMMAND is watched, as with 'watch'. Without a word the
            console opens on the profile default, or, where there is none, on what one can
            do here.
            """,
        example: "session-console work",
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
            if context.namesNothing {
                guard let chosen = try await StartPage.choose(context) else { return .done }
                return try await chosen.command.run(chosen)
            }
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

extension CommandContext {
    /// Whether there is nothing that the console could open on by itself.
    fileprivate var namesNothing: Bool {
        guard operands.isEmpty, !namesProfile, namedIssuer == nil, let folders = try? folders() else { return false }
        return !ProfileFolder(path: folders.profiles).has(profileName)
    }
}

extension Option {
    static let version = Option("version", letter: "V", help: "show the version")
}
