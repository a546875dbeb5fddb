import FoundationEssentials
import JOSE

extension Session {
    /// Ends the session as a logout token of the provider says (OpenID Connect Back-Channel Logout 1.0).
    ///
    /// Returns whether it was this session that the token names, by its `sid` or, without one, by its `sub`: another's
    /// changes nothing. Throws ``SessionError/untrustworthy(_:during:)`` for a token that is not the provider's, not
    /// this client's, of another kind, too old, or used before; an answer to the provider is then a 400 (§2.8). A token
    /// whose signature can't be checked, because the provider's keys can't be had, is not accepted either.
    @discardableResult
    public func acceptLogoutToken(_ token: Secret) async throws(SessionError) -> Bool {
        if case .unknown = machine.phase { throw .notConfigured }
        let facts = try await verifiedFacts(of: token)
        guard spentLogoutTokens.insert(facts, now: clock.now) else { throw Self.rejection("jti was used before") }
        guard let credentials = machine.active?.credentials, facts.names(credentials.idToken) else { return false }
        ledger.beginEnding(.signOut)
        await endSession(.loggedOutByProvider, cause: nil)
        ledger.end(.signOut)
        return true
    }

    private func verifiedFacts(of token: Secret) async throws(SessionError) -> LogoutTokenChecks.Facts {
        let jwt: JWT
        do { jwt = try JWT.parse(token.reveal()) } catch { throw Self.rejection(error.clause) }
        let now = clock.now
        let checks = LogoutTokenChecks(
            issuer: client.issuer, clientID: client.clientID,
            // The token comes without the date of an answer: what is known of the provider's clock must do.
            now: status.clockSkew.map { now.addingTimeInterval($0.seconds) } ?? now, tolerance: client.clockTolerance)
        let facts: LogoutTokenChecks.Facts
        do throws(FailedCheck) { facts = try checks.run(on: jwt) } catch { throw Self.rejection(error.reason) }
        let provider = provider(scope(generation: machine.generation, cause: nil))
        switch try await SignatureVerifier(provider).trust(in: jwt.jws, of: .idToken) {
        case .verified: return facts
        case .failed(let reason), .notChecked(let reason): throw Self.rejection(reason)
        }
    }

    private static func rejection(_ reason: String) -> SessionError {
        .untrustworthy("logout token: \(reason)", during: .endSession)
    }
}

extension LogoutTokenChecks.Facts {
    /// Whether it is the session of that ID token that the logout is about.
    fileprivate func names(_ idToken: ValidatedIDToken?) -> Bool {
        guard let idToken else { return false }
        if let subject, !subject.hasSameBytes(as: idToken.subject) { return false }
        guard let session else { return subject != nil }
        // A session whose name is not known can be told by its user alone.
        return idToken.providerSession.map { $0.hasSameBytes(as: session) } ?? (subject != nil)
    }
}
