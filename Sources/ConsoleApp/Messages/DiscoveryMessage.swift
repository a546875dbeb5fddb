package import SessionCore

/// What happens on the way from a resource's URL to a session.
package enum DiscoveryMessage: Sendable {
    case stepEnded(DiscoveryStep)
    /// The authorization server is known, and whether the person has named its issuer, now or before.
    case serverFound(issuer: String, isConfirmed: Bool)
    /// The profile is written, and its session is being opened.
    case clientFound
    /// This program could not go on, and what to do.
    case refused(reason: String, advice: String?)
}
