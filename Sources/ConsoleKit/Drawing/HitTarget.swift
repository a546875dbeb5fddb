package import TerminalUI

/// What lies under the mouse.
package enum HitTarget: Sendable, Hashable {
    /// A click there presses the key.
    case key(Key)
    /// A row of a list, by its index.
    case row(Int)
    /// A click there presses the key in the pane, which a field that is open does not get.
    case paneKey(Key)
    /// A tab of the pane, by its index.
    case tab(Int)
}
