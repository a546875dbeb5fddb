import SessionCore

/// Why experiments end before the last one.
enum Halt: Error, Sendable {
    /// The provider wants fewer requests, until then.
    case rateLimited(Duration?)
    /// No session could be had to try it on.
    case noSession(SessionError)
    case cancelled
}

extension Halt: CustomStringConvertible {
    /// Why it was not tried: a clause without a full stop.
    var description: String {
        switch self {
        case .rateLimited(nil): "not tried: the provider limits the rate; try again later"
        case .rateLimited(let delay?): "not tried: the provider limits the rate; it may go on in \(delay.inWords)"
        case .noSession(let error): "not tried: \(error)"
        case .cancelled: "not tried: cancelled"
        }
    }
}
