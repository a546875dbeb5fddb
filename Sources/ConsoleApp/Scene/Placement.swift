/// Where a session is on the screen, among those that the console has opened.
struct Placement: Sendable, Hashable {
    /// The columns of the whole terminal, as the pager has them.
    var terminalWidth = 0
    /// Whether another session is shown beside it.
    var isSplit = false
    /// Whether keys go to it.
    var hasKeys = true
    /// Whether keys only look around: a scenario is played, or the past is shown.
    var isOnlyLookedAt = false
    /// Whether a scenario is told below it; it may go on after the keys are the user's again.
    var isTold = false
    /// Whether what happens now is shown.
    var tense = ConsoleStage.Tense.present
    /// Whether it is recorded to a file.
    var isRecorded = false
    /// Whether the console has opened others, in sight or not.
    var hasOthers = false
}
