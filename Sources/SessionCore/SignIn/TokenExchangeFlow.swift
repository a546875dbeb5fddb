/// A sign-in by token exchange (RFC 8693): the session's tokens are given in return for a token of another issuer, such
/// as a workload's identity.
///
/// Each token request has the token that is valid then. A ``TokenExchange`` is the other direction: a separate token in
/// return for the session's.
public struct TokenExchangeFlow: RepeatableSignInFlow {
    /// `token-exchange`.
    public let name = SignInFlowName.tokenExchange.rawValue
    /// What kind of token is exchanged (RFC 8693 §3); `nil`, the default, goes by its shape: a JWT or an access token.
    public var subjectTokenType: String?
    private let subjectToken: @Sendable () async throws -> Secret

    /// Creates a flow.
    /// - Parameter subjectToken: Gets the token to exchange; called for every token request. What it throws other than
    ///   ``SessionError`` counts as a failed request.
    public init(subjectToken: @escaping @Sendable () async throws -> Secret) {
        self.subjectToken = subjectToken
    }

    /// Creates a flow with the token of a file, which is read for every token request and holds nothing else.
    public init(file path: String) {
        self.init { try TokenFile(path: path).token() }
    }

    /// The token to exchange, and the scope of the configuration where it was given.
    public func grant(for configuration: ClientConfiguration) async throws -> FormParameters {
        let token = try await subjectToken()
        // A JWT has three parts.
        let isJWT = token.reveal().split(separator: ".", omittingEmptySubsequences: false).count == 3
        return TokenExchange(scope: configuration.clientCredentialsScope).parameters(
            subjectToken: token,
            type: subjectTokenType ?? (isJWT ? TokenExchange.jwtType : TokenExchange.accessTokenType))
    }
}
