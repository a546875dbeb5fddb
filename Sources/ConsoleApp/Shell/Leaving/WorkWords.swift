package import SessionCore

/// In words, what a program that is about to end or stop waits for, and what is lost without it.
package struct WorkWords: Sendable {
    private let work: SessionWork?

    /// Speaks of the work whose loss costs most.
    package init(_ work: Set<SessionWork>) {
        self.work = SessionWork.allCases.first { work.contains($0) }
    }

    /// What is waited for, as an object of "waiting for".
    package var object: String {
        switch work {
        case .refresh: "the refresh under way, as its answer holds the next refresh token"
        case .signIn: "the sign-in's tokens"
        case .signOut: "the sign-out"
        case .storing: "the session to be stored"
        case .revocation, nil: "the provider to revoke tokens"
        }
    }

    /// What has been lost where the program did not wait, as a sentence.
    package var loss: String {
        switch work {
        case .refresh: "Left during a refresh: its tokens are lost, and you may have to sign in again."
        case .signIn: "Left during a sign-in: its tokens are lost."
        case .signOut: "Left during a sign-out: the session may still be stored, and valid at the provider."
        case .storing: "Left during a write: the session may not be stored as it was shown last."
        case .revocation, nil: "Left before the provider had revoked all tokens: they may be valid until they expire."
        }
    }
}
