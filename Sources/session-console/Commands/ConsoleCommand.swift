import ConsoleApp
import TerminalUI

/// The program without a command: the console on a profile.
extension Command {
    static let console = Command(
        name: "",
        summary: "open the console on a profile",
        usage: "[--profile NAME]",
        details: "",
        example: "session-console --profile work",
        options: [.theme, .requests, .history, .record, .recordBodies, .mouse, .ascii, .version],
        takesProvider: true,
        asText: { context in
            "The session as text, a line for each change: \(try context.settings().call("status", "--follow"))"
        },
        run: { context in
            let opener = try ProfileOpener(context)
            let theme = try context.settingValues().choice(.theme, Theme.Choice.self)
            try await Console.run(context, opener.first.profile, by: opener, theme: theme)
            return .done
        })
}
