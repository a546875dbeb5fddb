import ConsoleFaults
import TerminalUI

extension CommandPrompt.Command {
    /// Whether it ends a session or the program, or sends a request.
    var isGrave: Bool {
        switch self {
        case .action(let name, _): Self.graveActions.contains(name)
        case .fault, .preset, .burst, .call: true
        case .theme, .session, .keyless, .proxy, .record: false
        }
    }

    private static let graveActions = Set(
        ([.signOut, .send, .burst, .refresh, .close, .quit] as [ShellAction]).map(\.rawValue))

    /// As it is typed.
    var text: String {
        switch self {
        case .action(let name, _): name
        case .burst(let count): "\(CommandPrompt.burst) \(count)"
        case .call(let method, let target, let body):
            [method.lowercased(), target, body].filter { !$0.isEmpty }.joined(separator: " ")
        case .fault(let fault): CommandPrompt.faultPrefix + fault.rawValue
        case .preset(let preset): CommandPrompt.presetPrefix + preset.rawValue
        case .theme(let choice): CommandPrompt.themePrefix + choice.rawValue
        case .session(let request): request.command
        case .keyless(let command): command.rawValue
        case .proxy(let port): "\(KeylessCommand.proxy.rawValue) \(port)"
        case .record(let path): "\(ShellAction.record.rawValue) \(path)"
        }
    }
}
