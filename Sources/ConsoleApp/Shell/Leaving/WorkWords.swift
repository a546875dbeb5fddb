package import SessionCore

/// The work that an ending or stopping program waits for, and the loss without it, in words.
package struct WorkWords: Sendable {
    private let work: SessionWork?

    /// Describes the work whose loss costs most.
    package init(_ work: Set<SessionWork>) {
        self.work = SessionWork.allCases.first { work.contains($0) }
    }

    /// The work, as the object of "waiting for".
    package var object: String {
        switch work {
        case .refresh: "the refresh under way, whose answer holds the next refresh token"
        case .signIn: "the sign-in's tokens"
        case .signOut: "the sign-out"
        case .storing: "the session to be stored"
        case .revocation, nil: "the provider to revoke tokens"
        }
    }

    /// The loss if the program does not wait, as a sentence.
    package var loss: String {
        switch work {
        case .refresh: "Left during a refresh: its tokens are lost, and you may have to sign in again."
        case .signIn: "Left during a sign-in: its tokens are lost."
        case .signOut: "Left during a sign-out: the session may still be stored, and valid at the provider."
        case .storing: "Left during a write: the latest state of the session may not be stored."
        case .revocation, nil: "Left before the provider had revoked all tokens: they may be valid until they expire."
        }
    }
}
