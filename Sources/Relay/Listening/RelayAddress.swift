/// Where a relay listens.
package enum RelayAddress: Sendable, Hashable {
    /// A port of 127.0.0.1, and of `::1` where it is free there; port 0 is any free one.
    case port(UInt16)
    /// A port of one address of this machine, in digits; that of all is `0.0.0.0` or `::`.
    case interface(String, port: UInt16)
    case socket(path: String)

    /// `nil` for a socket in the file system.
    package var port: UInt16? {
        switch self {
        case .port(let port), .interface(_, let port): port
        case .socket: nil
        }
    }
}

/// Why a relay doesn't listen.
package enum RelayError: Error, Sendable, Hashable {
    /// Thrown when another program listens there.
    case taken(RelayAddress)
    /// Thrown when the path is no name for a socket, or a file that is none is there.
    case unusable(path: String)
    /// Thrown when the system refuses; says what it says.
    case refused(String)
}

extension RelayError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .taken(.port(let port)), .taken(.interface(_, let port)): "another program listens on port \(port)"
        case .taken(.socket(let path)): "another program listens on \(path)"
        case .unusable(let path): "\(path) can't be a socket"
        case .refused(let reason): "the system lets nobody listen there: \(reason)"
        }
    }
}
