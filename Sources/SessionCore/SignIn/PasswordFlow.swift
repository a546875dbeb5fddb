/// The resource owner password credentials grant (RFC 6749 §4.3), for providers that offer no better one.
public struct PasswordFlow: SignInFlow {
    /// `password`.
    public let name = SignInFlowName.password.rawValue
    /// Scope values asked for besides those of the configuration, as where an API demands more (RFC 6750 §3.1).
    public var additionalScope: [String] = []
    private let username: String
    private let password: Secret

    /// Creates a flow for one sign-in; the password is sent to the token endpoint and not kept by the session.
    public init(username: String, password: Secret) {
        self.username = username
        self.password = password
    }

    /// Signs in with one token request.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        var grant: FormParameters = [
            "grant_type": "password", "username": username, "password": password.reveal(),
        ]
        let scope = try await context.scope(adding: additionalScope)
        if !scope.isEmpty { grant["scope"] = scope.joined(separator: " ") }
        return try await context.signIn(with: grant)
    }
}
