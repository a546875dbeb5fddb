import Glibc

/// Whether a caller that sends no more has gone, or still waits for its answer.
enum PeerPresence {
    /// Whether no process has the other end any more.
    ///
    /// To the socket itself both look alike. Where the kernel doesn't say, the caller of a TCP connection has
    /// gone: an event stream that nobody reads must end.
    static func hasLeft(_ connection: CInt) -> Bool {
        guard SocketAddress.family(of: connection) != AF_UNIX else { return false }
        return SocketOwner(peerOf: connection).map { $0.inode == 0 } ?? true
    }
}
