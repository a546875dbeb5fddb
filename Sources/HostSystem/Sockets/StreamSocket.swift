/// A new socket for a stream of bytes, which no program that this one starts inherits.
package enum StreamSocket {
    /// Opens one of the address family `AF_INET`, `AF_INET6` or `AF_UNIX`, which the caller closes; -1 where that
    /// fails, and `errno` says why.
    package static func open(_ family: CInt, isBlocking: Bool = true) -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return socket(family, isBlocking ? kind : kind | CInt(SOCK_NONBLOCK.rawValue), 0)
    }
}
