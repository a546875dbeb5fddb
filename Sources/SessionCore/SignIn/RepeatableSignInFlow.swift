/// A flow that needs no person, so that its token request can be sent again: ``ClientCredentialsFlow``,
/// ``JWTBearerFlow``, ``TokenExchangeFlow``, or a grant of your own.
///
/// The session renews its tokens with ``grant(for:)``, as others do with a refresh token: in the same generation, with
/// one request for all callers. A refresh token that came with the tokens is not used, and a refused request does not
/// end the session. A session that was read from the store is renewed too, if the flow was given to
/// ``Session/init(client:transport:store:clock:randomness:renewing:)``; ``ClientCredentialsFlow`` always is.
public protocol RepeatableSignInFlow: SignInFlow {
    /// The parameters of the token request, `grant_type` among them; asked for before every request.
    ///
    /// ``SessionError`` is passed on as it is. What else is thrown counts as a failed request.
    func grant(for configuration: ClientConfiguration) async throws -> FormParameters
}

extension RepeatableSignInFlow {
    /// Signs in with one token request.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        try await context.signIn(with: try await grant(for: context.configuration))
    }
}
