extension Fault {
    /// How the keys arm it, where they do so in different ways.
    var choiceOfArming: String? {
        guard reach == .lasting, !isCondition else { return nil }
        return "by enter until disarmed; by \(FaultsPane.Action.more.letter) once"
    }
}
