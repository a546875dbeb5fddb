/// The client credentials grant (RFC 6749 §4.4): the client acts for itself, without a user.
public struct ClientCredentialsFlow: RepeatableSignInFlow {
    /// `client-credentials`.
    public let name = SignInFlowName.clientCredentials.rawValue

    /// Creates a flow; scope and authentication are those of the configuration.
    public init() {}

    /// The scope of the configuration.
    ///
    /// Throws ``SessionError/invalidConfiguration(setting:reason:)`` for a client that can't authenticate.
    public func grant(for configuration: ClientConfiguration) throws(SessionError) -> FormParameters {
        guard configuration.authentication != .none else {
            throw .invalidConfiguration(
                setting: .authentication, reason: "the client credentials grant needs a client that can authenticate")
        }
        var grant: FormParameters = ["grant_type": "client_credentials"]
        let scope = configuration.clientCredentialsScope
        if !scope.isEmpty { grant["scope"] = scope.joined(separator: " ") }
        return grant
    }
}
