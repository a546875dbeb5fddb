/// Where a relay listens: on loopback, or in the file system, for its own user alone.
package enum RelayAddress: Sendable, Hashable {
    /// A port of 127.0.0.1, and of `::1` where it is free there; port 0 is any free one.
    case port(UInt16)
    case socket(path: String)
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
        case .taken(.port(let port)): "another program listens on port \(port)"
        case .taken(.socket(let path)): "another program listens on \(path)"
        case .unusable(let path): "\(path) can't be a socket"
        case .refused(let reason): "the system lets nobody listen there: \(reason)"
        }
    }
}
