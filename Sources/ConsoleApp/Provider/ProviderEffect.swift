package import SessionCore

/// What to do at the demo's provider.
///
/// Each ends with ``Occurrence/provider(_:)``, a revocation also with ``ProviderMessage/revoked(_:)``.
package enum ProviderEffect: Sendable, Hashable {
    case look
    /// Ends a session with all its tokens.
    case revokeSession(String)
    /// Ends an access token, or with a refresh token its session.
    case revokeToken(Fingerprint)
    /// How long the tokens live that are issued from now on; `nil` leaves one as it is.
    case setLifetimes(access: Duration?, refresh: Duration?)
    /// Sets the provider's clock ahead of this machine's.
    case setClock(offset: Duration)
}

package enum ProviderMessage: Sendable {
    case revoked(ProviderRevocation)
}
