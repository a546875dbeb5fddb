package import TerminalUI

/// What the program that is watched does in its terminal; nothing of it is recorded.
package enum CommandMessage: Sendable {
    case printed(Teletype.Change)
    /// The program has ended, and all that it printed was told.
    case ended(CommandEnd)
}
