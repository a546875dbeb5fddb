/// The client credentials grant (RFC 6749 §4.4): the client acts for itself, without a user.
public struct ClientCredentialsFlow: SignInFlow {
    /// `client-credentials`.
    public let name = SignInFlowName.clientCredentials.rawValue

    /// Creates a flow; scope and authentication are those of the configuration.
    ///
    /// It throws ``SessionError/invalidConfiguration(setting:reason:)`` for a client that can't authenticate.
    public init() {}

    /// Signs the client in with one token request.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        guard context.configuration.authentication != .none else {
            throw SessionError.invalidConfiguration(
                setting: .authentication, reason: "the client credentials grant needs a client that can authenticate")
        }
        var grant: FormParameters = ["grant_type": "client_credentials"]
        let scope = context.configuration.clientCredentialsScope
        if !scope.isEmpty { grant["scope"] = scope.joined(separator: " ") }
        return try await context.signIn(with: grant)
    }
}
