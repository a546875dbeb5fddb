/// What is done about the proxy of a session.
package enum ProxyEffect: Sendable, Hashable {
    /// Opens it, at the profile's own port where none is given; answers with
    /// ``ProxyMessage/opened(_:besideAnother:)`` or ``ProxyMessage/failed(_:)``.
    case open(port: UInt16?)
    /// Ends it with all that is under way; answers with ``ProxyMessage/closed``.
    case close
}
