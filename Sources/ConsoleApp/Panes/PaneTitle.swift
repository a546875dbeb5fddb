/// What the help page lists of a screen's panes.
struct PaneTitle: Sendable {
    let title: String
    let summary: String
}
