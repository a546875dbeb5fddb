import SessionCore
import TerminalUI

/// Why the session is not well, or why there is none: the error code first.
struct SessionCause: Sendable, Hashable {
    let words: String
    let tone: StyleRole
}

extension Scene {
    /// `nil` where the session is well, or nothing is known yet.
    var cause: SessionCause? {
        switch status.state {
        case .unknown: return nil
        case .authenticated:
            return status.suspicion.map { SessionCause(words: "\($0.cause); \($0.prospect)", tone: .text) }
        case .noSession(let end):
            if let failure = failureOfLastSignIn { return SessionCause(words: failure, tone: .danger) }
            return SessionCause(words: end.cause, tone: end.isForced ? .danger : .text)
        }
    }

    /// What the last sign-in failed with; `nil` once another one has begun.
    private var failureOfLastSignIn: String? {
        let last = history.events.last { event in
            switch event.kind {
            case .signInStarted, .signedIn, .signInFailed, .forcedOut: true
            default: false
            }
        }
        guard let last, case .signInFailed(_, let error) = last.kind, error != .cancelled else { return nil }
        return "\(last.words.detail)"
    }
}
