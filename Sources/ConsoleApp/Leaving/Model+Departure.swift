import SessionCore
import TerminalUI

extension Model {
    /// Says what the console waits for before it ends or stops, and how to insist.
    mutating func delay(_ departure: Departure, _ work: Set<SessionWork>, _ limit: Duration) {
        self.departure = departure
        overlay = nil
        let words = WorkWords(work)
        let time = "\(limit.components.seconds) s"
        notice =
            switch departure {
            case .end:
                Notice(
                    .warning, "Leaving: waiting up to \(time) for \(words.object)",
                    advice: "q or ctrl-c again leaves at once, and loses it")
            case .stop:
                Notice(
                    .warning, "Stopping: waiting up to \(time) for \(words.object)",
                    advice: "ctrl-z again stops at once, and may lose it")
            }
    }

    /// The console goes on.
    mutating func endDelay() {
        departure = nil
        notice = nil
    }

    /// A key while the console waits to end or to stop.
    func press(_ key: Key, before departure: Departure) -> [Effect] {
        switch key {
        case .control("c"), .character("q"), .character("Q"): [.quit]
        case .control("z") where departure == .stop: [.suspend]
        case .control("l"): [.redraw]
        // Everything else would begin what could not end any more.
        default: []
        }
    }
}
