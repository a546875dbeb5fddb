import FoundationEssentials
import JOSE

/// Judges ID tokens: their claims, their signature, and whether they belong to this sign-in or session.
///
/// The token came straight from the token endpoint. So where the provider's keys can't be had the claims decide alone
/// (OpenID Connect Core §3.1.3.7, point 6) and the trust says that the signature was not checked.
package struct IDTokenVerifier: Sendable {
    private let provider: ProviderChannel

    package init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    /// Returns the token if it passes; throws ``SessionError/untrustworthy(_:during:)``, naming the check, otherwise.
    ///
    /// A token that fails is reported by ``SessionEvent/Kind/idTokenRejected(_:)``, for a person to look at. Of the
    /// response that it came in the access token counts, for `at_hash`, and the date, for the times.
    package func verify(
        _ token: Secret, from response: TokenResponse, expecting expectation: IDTokenExpectation
    ) async throws(SessionError) -> ValidatedIDToken {
        let jwt: JWT
        do { jwt = try JWT.parse(token.reveal()) } catch {
            throw rejection(of: token, error.clause)
        }
        let checks = IDTokenChecks(
            issuer: provider.configuration.issuer, clientID: provider.configuration.clientID,
            // The provider's clock, where its answer has a date, so that a wrong one here locks no user out.
            now: response.providerDate ?? provider.channel.clock.now,
            trustedAudiences: provider.configuration.trustedAudiences,
            tolerance: provider.configuration.clockTolerance, expectation: expectation,
            accessToken: response.accessToken)
        let facts: IDTokenChecks.Facts
        do throws(FailedCheck) {
            facts = try checks.run(on: jwt)
        } catch {
            throw rejection(of: token, error.reason)
        }
        let trust = try await SignatureVerifier(provider).trust(in: jwt.jws, of: .idToken)
        if case .failed(let reason) = trust { throw rejection(of: token, reason) }
        return ValidatedIDToken(
            token: token, trust: trust, issuer: facts.issuer, subject: facts.subject, expiresAt: facts.expiresAt,
            authenticatedAt: jwt.claims.authTime)
    }

    private func rejection(of token: Secret, _ reason: String) -> SessionError {
        // Events are kept by the thousand: of what is too long for a token its beginning is enough.
        let isToken = token.reveal().utf8.count <= 64 << 10
        let kept = isToken ? token : Secret(String(token.reveal().prefix(1 << 10)))
        provider.channel.report(.idTokenRejected(RejectedIDToken(token: kept, reason: reason)))
        return .untrustworthy("ID token: \(reason)", during: .token)
    }
}

/// What an ID token must answer to, besides being valid in itself.
package struct IDTokenExpectation: Sendable {
    /// The nonce of the authorization request; `nil` where there was none.
    package var nonce: String?
    /// The `max_age` that was asked for: the person must have signed in no longer ago.
    package var maxAge: Duration?
    /// The session's ID token, which a refreshed one must agree with (OpenID Connect Core §12.2).
    package var original: Secret?

    package init(nonce: String? = nil, maxAge: Duration? = nil, original: Secret? = nil) {
        self.nonce = nonce
        self.maxAge = maxAge
        self.original = original
    }
}
