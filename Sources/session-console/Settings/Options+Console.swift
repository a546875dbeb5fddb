import JOSE
import Recordings
import TerminalUI

/// The options of the console and of other programs that stay open.
extension Option {
    /// What a program that stays open does when the provider or an API ends the session.
    static let alarm: [Option] = [.notify, .onForcedLogout]

    /// What a profile may hold besides the provider's settings.
    static let besidesProvider = ToldSetting.console.map(\.option)

    static let inProfiles = provider + besidesProvider

    /// The screens of every command that has some.
    static let screen: [Option] = [.theme, .mouse, .ascii]

    /// The console on a profile.
    static let console: [Option] = besidesProvider + [.mouse, .ascii, .logoutPort]

    /// A command that stays open on a session.
    static let staying: [Option] = [.wait, .record] + alarm + [.logoutPort]

    static let theme = Option(
        "theme", .text("NAME", Theme.Choice.allCases.map(\.rawValue)),
        help: "the console's colours: dark, light, high-contrast, terminal or auto (default)")
    static let requests = Option(
        "requests", .file("DIR"), help: "the folder of the console's .http files (default: the current one)")
    static let history = Option(
        "history", .text("WHAT", HistoryPolicy.allCases.map(\.rawValue)),
        help: "what the console keeps of calls: none, calls (default), or also bodies")
    static let notify = Option(
        "notify", .text("WAY", AlarmWay.allCases.map(\.rawValue)), repeats: true,
        help: "how a forced logout is signalled: bell, desktop or none (default: bell and desktop)")
    static let onForcedLogout = Option(
        "on-forced-logout", .text("COMMAND"), help: "a program, with arguments, to run when a session is ended by force"
    )
    static let wait = Option("wait", help: "wait for the next sign-in where nobody is signed in")
    static let logoutPort = Option(
        "logout-port", .text("N"), help: "receive the provider's logout tokens on this port of 127.0.0.1")
    static let mouse = Option("mouse", help: "use the mouse to select, press and scroll")
    static let ascii = Option("ascii", help: "draw with ASCII characters only")
}

extension ToldSetting {
    /// The settings of the console and of other programs that stay open.
    static let console: [ToldSetting] = [
        ToldSetting(.theme, told: nothing),
        ToldSetting(.requests, told: nothing),
        ToldSetting(.history) { settings in
            guard settings.historyPolicy != .calls else { return nil }
            return settings.historyPolicy.rawValue.recorded
        },
        ToldSetting(.notify, told: nothing),
        ToldSetting(.onForcedLogout, told: nothing),
    ]
}

extension CommandContext {
    /// The theme of the command line.
    func theme() throws(CommandFailure) -> Theme.Choice? { try choice(.theme, Theme.Choice.self) }

    var usesMouse: Bool { invocation.contains(.mouse) }
    var usesASCII: Bool { invocation.contains(.ascii) }

    var requestFolder: String? {
        get { invocation.value(of: .requests) }
        set { invocation.values[.requests] = newValue.map { [$0] } }
    }

    /// Whether the next sign-in is waited for; throws where the command does not stay open.
    func waits() throws(CommandFailure) -> Bool {
        guard invocation.contains(.wait) else { return false }
        if let option = command.staysOpenBy, !invocation.contains(option) {
            throw CommandFailure(.missingOption(option, why: "--wait goes with it"), command: command.name)
        }
        return true
    }
}

extension SettingValues {
    func theme() throws(CommandFailure) -> Theme.Choice? { try choice(.theme, Theme.Choice.self) }
}
