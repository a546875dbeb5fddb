/// Why a server could not be started.
package enum HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Thrown when another program (or another server of this one) listens on the port.
    case portTaken(UInt16)
    /// Thrown when the port may not be bound: below 1024 without the privilege.
    case portForbidden(UInt16)
    /// Thrown when the system refuses a socket for another reason, with the text of its `errno`.
    case socketFailed(String)
    /// Thrown when libmicrohttpd could not start its polling thread.
    case daemonFailed
    /// Thrown when libmicrohttpd could not be opened, with the text of `dlerror`.
    case libraryMissing(String)

    package var description: String {
        switch self {
        case .portTaken(let port):
            "Port \(port) is taken by another program. Choose another port, or 0 for any free one."
        case .portForbidden(let port):
            "Port \(port) may not be bound by this user. Choose a port from 1024 up, or 0 for any free one."
        case .socketFailed(let reason):
            "No listening socket could be opened: \(reason). Check the limits of this process and try again."
        case .daemonFailed:
            "The HTTP server could not start its thread. Check the limits of this process and try again."
        case .libraryMissing(let reason):
            "No HTTP server without libmicrohttpd: \(reason). Install it (libmicrohttpd12 on Debian)."
        }
    }
}
