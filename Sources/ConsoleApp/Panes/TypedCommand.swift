import ConsoleFaults
import TerminalUI

/// What a line typed at `:` stands for.
enum TypedCommand: Sendable, Equatable {
    /// On another screen than the one that is shown, where that is one.
    case action(String, on: ScreenID? = nil)
    case burst(Int)
    /// A request typed as `post /orders {"a":1}`: method, target and body.
    case call(method: String, target: String, body: String)
    case fault(LabFault)
    case preset(Preset)
    case theme(Theme.Choice)
    case session(SessionRequest)
    case keyless(KeylessCommand)
    /// The proxy at a port.
    case proxy(port: UInt16)
    /// Records the session to the file of this name.
    case record(String)
}
