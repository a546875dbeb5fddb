import TerminalUI

/// What lies under the mouse.
enum HitTarget: Sendable, Hashable {
    /// The same as pressing the key.
    case key(Key)
    /// A row of a list, by its index.
    case row(Int)
}
