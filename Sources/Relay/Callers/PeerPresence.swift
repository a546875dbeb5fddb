import HostSystem

/// Whether the other end of a connection is still there, and how it went.
enum PeerPresence {
    /// Whether no process has the other end any more.
    ///
    /// To the socket itself both look alike. Where the kernel doesn't say, the caller of a TCP connection has
    /// gone: an event stream that nobody reads must end.
    static func hasLeft(_ connection: CInt) -> Bool {
        guard SocketAddress.family(of: connection) != AF_UNIX else { return false }
        return SocketOwner(peerOf: connection).map { $0.inode == 0 } ?? true
    }

    /// Whether the other end has reset the connection, where one that closes it leaves it half open.
    static func hasReset(_ connection: CInt) -> Bool {
        var facts = tcp_info()
        var size = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(connection, CInt(IPPROTO_TCP), TCP_INFO, &facts, &size) == 0 else { return false }
        return facts.tcpi_state == UInt8(TCP_CLOSE)
    }
}
