/// The JWT bearer grant (RFC 7523 §2.1): an assertion that this program makes, or that something else issued to it.
///
/// Each token request has another assertion, so that the session is renewed with what is valid then.
public struct JWTBearerFlow: RepeatableSignInFlow {
    /// `jwt-bearer`.
    public let name = SignInFlowName.jwtBearer.rawValue
    private let assertion: @Sendable () async throws -> Secret

    package static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Creates a flow.
    /// - Parameter assertion: Makes or gets the assertion; called for every token request. What it throws other than
    ///   ``SessionError`` counts as a failed request.
    public init(assertion: @escaping @Sendable () async throws -> Secret) {
        self.assertion = assertion
    }

    /// Creates a flow with the assertion of a file, which is read for every token request and holds nothing else.
    public init(file path: String) {
        self.init { try TokenFile(path: path).token() }
    }

    /// The assertion, and the scope of the configuration where it was given.
    public func grant(for configuration: ClientConfiguration) async throws -> FormParameters {
        var grant: FormParameters = ["grant_type": Self.grantType, "assertion": try await assertion().reveal()]
        let scope = configuration.clientCredentialsScope
        if !scope.isEmpty { grant["scope"] = scope.joined(separator: " ") }
        return grant
    }
}
