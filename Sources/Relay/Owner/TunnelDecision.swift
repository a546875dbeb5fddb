package import Interception
package import SessionHTTP

/// What becomes of a `CONNECT`.
package enum TunnelDecision: Sendable {
    /// Bytes pass both ways as they come, unread.
    case pass(to: Origin)
    /// The relay serves what is requested of that server, over TLS by the context, or in the clear.
    case open(ServerName, ServerContext)
    case refuse(LocalAnswer)
}
