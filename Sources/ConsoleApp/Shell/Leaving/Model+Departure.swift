import ConsoleKit
import SessionCore
import TerminalUI

extension Model {
    /// Shows what the console waits for before it ends or stops, and how to insist.
    mutating func delay(_ departure: Departure, _ work: Set<SessionWork>, _ limit: Duration) {
        shell.departure = departure
        shell.dialog = nil
        let words = WorkWords(work)
        let time = "\(limit.components.seconds) s"
        shell.notice =
            switch departure {
            case .end:
                Notice(
                    .warning, "Leaving: waiting up to \(time) for \(words.object)",
                    advice: "q or ctrl-c again leaves at once and loses it")
            case .stop:
                Notice(
                    .warning, "Stopping: waiting up to \(time) for \(words.object)",
                    advice: "ctrl-z again stops at once and may lose it")
            }
    }

    /// The console goes on.
    mutating func endDelay() {
        shell.departure = nil
        shell.notice = nil
    }

    /// A key while the console waits to end or to stop.
    mutating func press(_ key: Key, before departure: Departure) -> [Effect] {
        switch ShellAction.action(for: key) {
        case .quit, .close: [.terminal(.quit)]
        case .suspend where departure == .stop: [.terminal(.suspend)]
        case .redraw: [.terminal(.redraw)]
        // Any other action could begin work that could not end any more.
        default: []
        }
    }
}
