import ConsoleKit
import TerminalUI

extension Model {
    /// How the console is laid out at its size.
    var layout: ShellLayout { ShellLayout(self, size) }

    /// Where the card lies; `nil` where there is none, or it lies over all panes.
    func cardPlace(in layout: ShellLayout) -> CardPlace? {
        guard shell.card != nil else { return nil }
        return screens.current.cardPlace(layout.form, in: layout.body, scene: scene)
    }

    /// Where the panes are, and in which form: beside a card where that leaves them room.
    func panesPlace(in layout: ShellLayout) -> (form: ScreenForm, body: Rect) {
        cardPlace(in: layout).map { ($0.form, $0.panes) } ?? (layout.form, layout.body)
    }

    /// Whether the card of a lost session lies over what keys change, so that this can't be seen: over all panes, or
    /// over all of the lab but its results, while one of these panes has the focus and none lies below the card.
    var isCovered: Bool {
        let layout = layout
        guard shell.card != nil, let place = cardPlace(in: layout) else { return shell.card != nil }
        return screens.shown == .lab && screens.lab.focus != .held && place.panes == layout.body
    }

    /// Whether the card lies over all panes, so that none of them can be gone to.
    var isWhollyCovered: Bool { shell.card != nil && cardPlace(in: layout) == nil }

    /// Whether the card lies over what a click at that point would change.
    func isCovered(at point: Point) -> Bool {
        guard shell.card != nil else { return false }
        guard let place = cardPlace(in: layout) else { return true }
        return place.card.contains(point) && (screens.shown == .lab || place.panes != layout.body)
    }

    /// The actions of the shell that change which pane is seen.
    private static let ofPanes: Set<ShellAction> = [.nextPane, .previousPane, .zoom]

    /// Whether a key is for the panes below the card; then says how the card is put away.
    mutating func isHeldByCard(_ key: Key) -> Bool {
        let action = ShellAction.action(for: key)
        let isOfPanes = action.map { Self.ofPanes.contains($0) } ?? (ScreenID.action(for: key) == nil)
        guard isOfPanes, isCovered else { return false }
        // Beside the card there are panes to go to.
        if action == .nextPane || action == .previousPane, !isWhollyCovered { return false }
        shell.notice = Notice(.muted, "The card covers the panes: \(ShellAction.back.letter) closes it")
        return true
    }
}
