import TerminalUI

/// Where the card of a lost session lies, and where the panes are meanwhile.
struct CardPlace: Sendable, Hashable {
    let card: Rect
    /// The body itself where the card lies over a pane.
    let panes: Rect
    let form: ScreenForm
}
