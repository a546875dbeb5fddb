import ConsoleKit
package import SessionCore

/// What became of a session or a token that was to be revoked at the demo's provider.
package enum ProviderRevocation: Sendable, Hashable {
    /// A session as it was, which ended with its tokens.
    case session(ProviderState.SignedInSession)
    /// An access token of a user, or of a client without one.
    case accessToken(Fingerprint, owner: String)
    /// The token was no longer valid.
    case nothing
}

extension ProviderRevocation {
    var notice: Notice {
        switch self {
        case .session(let session): Notice(.good, "Revoked \(session.words)")
        case .accessToken(let fingerprint, let owner): Notice(.good, "Revoked access token \(fingerprint) of \(owner)")
        case .nothing: Notice(.muted, "Nothing was revoked: it had already ended")
        }
    }
}

extension ProviderState.SignedInSession {
    /// `alice's session at session-console with its 3 tokens`.
    var words: String {
        let count = tokens.count == 1 ? "its token" : "its \(tokens.count) tokens"
        return "\(username)'s session at \(clientID) with \(count)"
    }
}
