import SessionCore

/// Why experiments end before the last one.
enum Halt: Error, Sendable {
    /// The provider wants fewer requests, until then.
    case rateLimited(Duration?)
    /// No session could be had to try it on.
    case noSession(SessionError)
    case cancelled
}

extension Halt {
    /// Why a sign-in failed.
    init(_ error: any Error) {
        self =
            switch error as? SessionError {
            case .server(429, _, let delay, _): .rateLimited(delay)
            case nil, .cancelled: .cancelled
            case let error?: .noSession(error)
            }
    }

    /// `nil` where an outcome says something about the grant, and not about the rate.
    init?(_ outcome: TokenOutcome) {
        switch outcome {
        case .failed(.server(429, _, let delay, _)): self = .rateLimited(delay)
        case .refused(let error) where ["slow_down", "ratelimited"].contains(error.code): self = .rateLimited(nil)
        case .failed(.cancelled): self = .cancelled
        default: return nil
        }
    }
}

extension SessionError {
    /// Why a sign-in failed: a clause.
    ///
    /// Nobody is sent back from a page that shows an error.
    var wordsOfSignIn: String {
        switch self {
        case .signInTimedOut: "\(self); its page may have shown an error of the provider"
        default: "\(self)"
        }
    }
}

extension Halt: CustomStringConvertible {
    /// Why it was not tried: a clause without a full stop.
    var description: String {
        switch self {
        case .rateLimited(nil): "not tried: the provider limits the rate; try again later"
        case .rateLimited(let delay?): "not tried: the provider limits the rate; it may go on in \(delay.inWords)"
        case .noSession(let error): "the sign-in failed: \(error.wordsOfSignIn)"
        case .cancelled: "not tried: cancelled"
        }
    }
}
