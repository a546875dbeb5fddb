import ConsoleFaults
import ConsoleKit

extension LabFault {
    /// How the keys arm it, where they do so in different ways.
    var choiceOfArming: String? {
        guard ownArming == .untilDisarmed, !self.isCondition else { return nil }
        return "enter: until disarmed; \(FaultsPane.Action.more.letter): once"
    }
}
