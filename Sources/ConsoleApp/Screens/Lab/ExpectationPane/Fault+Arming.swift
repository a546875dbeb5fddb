extension Fault {
    /// How the keys arm it, where they do so in different ways.
    var choiceOfArming: String? {
        guard ownArming == .untilDisarmed, !self.isCondition else { return nil }
        return "by enter until disarmed; by \(FaultsPane.Action.more.letter) once"
    }
}
