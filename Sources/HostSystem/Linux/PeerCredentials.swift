/// Who opened the other end of a socket in the file system.
package struct PeerCredentials {
    package let process: pid_t
    package let user: uid_t

    /// `nil` for any other socket.
    package init?(of connection: CInt) {
        // pid, uid and gid; the structure is for GNU programs only.
        var values: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: values))
        guard SocketAddress.family(of: connection) == AF_UNIX,
            getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &values, &size) == 0
        else { return nil }
        (process, user) = (values.0, values.1)
    }
}
