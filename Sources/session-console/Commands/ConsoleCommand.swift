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
        options: [
            .theme, .requests, .history, .record, .recordBodies, .mouse, .ascii, .version, .initialAccessTokenFile,
            .yes,
        ] + OptionName.alarm,
        takesProvider: true,
        operands: 0...1,
        asText: { context in
            "The session as text, a line for each change: \(try context.settings().call("status", "--follow"))"
        },
        run: { context in
            guard let context = try await context.forResource() else { return .done }
            let opener = try ProfileOpener(context)
            let theme = try context.settingValues().choice(.theme, Theme.Choice.self)
            try await Console.run(context, opener.first.profile, by: opener, theme: theme)
            return .done
        })
}
