import ConsoleKit
import TerminalUI

extension Model {
    /// Shows what the program that is watched has printed, or how it ended.
    mutating func apply(_ message: CommandMessage) -> [Effect] {
        switch message {
        case .printed(let change):
            let before = screens.client.output.use
            screens.client.output.observe(change)
            if change.use != .lines, before == .lines { shell.notice = .commandDrawsScreens }
        case .ended(let end):
            scene.commandEnd = end
            screens.client.output.stopTyping()
            guard end.isFailure else { break }
            let last = screens.client.output.lastWords.map { ": \($0)" } ?? ", and printed nothing"
            shell.notice = Notice(.bad, "\(scene.context.profile) \(end.words)\(last)")
        }
        return []
    }

    /// Whether all keys go to the program that is watched.
    var isTypedIntoProgram: Bool {
        shell.dialog == nil && ScreenForm(size) != .tooSmall && screens.current.prompt?.wayOut != nil
    }

    /// The screen of the program is the pane's inside.
    mutating func tellCommandSize() -> [Effect] {
        guard scene.context.hasCommand, let size = screens.client.output.size, size != shell.commandSize else {
            return []
        }
        shell.commandSize = size
        return [.command(.resize(size))]
    }
}

extension Notice {
    fileprivate static let commandDrawsScreens = Notice(
        .warning, "The program draws whole screens, which this console does not show",
        advice: "run it in a second terminal, with the variables that 'session-console watch --listen' prints")
}
