/// The revocation endpoint (RFC 7009).
package struct RevocationEndpoint: Sendable {
    private let provider: ProviderChannel

    package init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    /// Returns once the provider has confirmed; a token that it does not know counts as revoked (RFC 7009 §2.2), also
    /// where it calls that `invalid_token`.
    ///
    /// Throws ``SessionError/unsupported(_:)`` where there is no such endpoint.
    package func revoke(_ token: Secret, kind: TokenRevocation.Kind) async throws(SessionError) {
        let parameters: FormParameters = ["token": token.reveal(), "token_type_hint": kind.rawValue]
        let response = try await provider.post(parameters, to: .revocation, for: .revocation)
        guard response.isSuccess || response.oauthError?.code == "invalid_token" else {
            throw response.failure(during: .revocation, now: provider.channel.clock.now)
        }
    }
}
