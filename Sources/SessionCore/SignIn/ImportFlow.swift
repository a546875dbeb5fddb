import JOSE

/// Adopts tokens that were issued elsewhere, given as the JSON of RFC 6749 §5.1.
///
/// Lifetimes count from now, since it is not known when the tokens were issued. An ID token among them is checked like
/// any other.
public struct ImportFlow: SignInFlow {
    /// `import`.
    public let name = SignInFlowName.import.rawValue
    private let json: Secret

    /// Creates a flow from the text of a token response.
    public init(json: Secret) {
        self.json = json
    }

    /// Reads the token response that the flow was created with.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: Array(json.reveal().utf8))
        } catch {
            throw SessionError.unintelligible("it is not JSON; \(error)", during: .token)
        }
        guard let object = value.object else {
            throw SessionError.unintelligible("it is a JSON \(value.kind), not an object", during: .token)
        }
        let clock = context.provider.channel.clock
        let tokens = try TokenResponse(
            object, requestedAt: clock.now, requestedAtUptime: clock.uptime, providerDate: nil
        ).usable(by: context.configuration.tokenScheme)
        return try await context.validated(tokens, requestedScope: nil)
    }
}
