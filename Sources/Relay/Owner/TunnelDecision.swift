package import Interception
package import SessionHTTP

/// What becomes of a `CONNECT`.
package enum TunnelDecision: Sendable {
    /// Bytes pass both ways as they come, unread.
    case pass(to: Origin)
    /// The relay serves what is requested of that server, over TLS by the context, or in the clear.
    ///
    /// With `reaching`, once that is connected to: a caller learns of a server that can't be reached as from any proxy.
    case open(ServerName, ServerContext, reaching: Origin? = nil)
    case refuse(LocalAnswer)
}
