package import SessionCore

/// What is done about the proxy of a session.
package enum ProxyEffect: Sendable, Hashable {
    /// Opens it, at the profile's own port where none is given; answers with
    /// ``ProxyMessage/opened(_:besideAnother:)`` or ``ProxyMessage/failed(_:)``.
    case open(port: UInt16?)
    /// Refuses a program from now on, with new addresses; answers with ``ProxyMessage/renewed(_:without:)``.
    case cutOff(Caller)
    /// Ends it with all that is under way; answers with ``ProxyMessage/closed``.
    case close
}
