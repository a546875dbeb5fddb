import TerminalUI

/// The options of the console and of other programs that stay open.
extension Option {
    /// What such a program does when the provider or an API ends the session.
    static let alarm: [Option] = [.notify, .onForcedLogout]

    /// The options that a profile may hold as well.
    static let inProfiles = provider + [.theme, .requests, .history] + alarm

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
    static let logoutPort = Option(
        "logout-port", .text("N"), help: "receive the provider's logout tokens on this port of 127.0.0.1")
    static let mouse = Option("mouse", help: "use the mouse to select, press and scroll")
    static let ascii = Option("ascii", help: "draw with ASCII characters only")
}
