import TerminalUI

extension Model {
    /// Whether the card of a lost session lies over all panes, so that what their keys change can't be seen.
    var isCovered: Bool {
        guard shell.card != nil else { return false }
        let layout = ShellLayout(size, notice: shell.notice)
        return screens.cardPlace(layout.form, in: layout.body, scene: scene) == nil
    }

    /// The actions of the shell that change which pane is seen.
    private static let ofPanes: Set<ShellAction> = [.nextPane, .previousPane, .zoom]

    /// Whether a key is for the panes below the card; then says how the card is put away.
    mutating func isHeldByCard(_ key: Key) -> Bool {
        let action = ShellAction.action(for: key)
        let isOfPanes = action.map { Self.ofPanes.contains($0) } ?? (ScreenID.action(for: key) == nil)
        guard isOfPanes, isCovered else { return false }
        shell.notice = Notice(.muted, "The card lies over the panes: \(ShellAction.back.letter) puts it away")
        return true
    }
}
