import ConsoleFaults

/// What a row of the help page runs.
enum HelpTarget: Sendable, Hashable {
    /// An action by its name, of the pane of that title where one is given; on another screen than the one that is
    /// shown where that is one.
    case action(String, place: String?, on: ScreenID?)
    /// What can be typed and has no key; it is typed, and enter runs it.
    case command(String)
    case motion
    case signIn
    case fault(LabFault)
    case copy(CopyItem)
    case pane(String)
    case nothing
}
