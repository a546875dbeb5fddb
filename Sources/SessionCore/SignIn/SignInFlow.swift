/// A way to sign in: how a session gets its first tokens.
public protocol SignInFlow: Sendable {
    /// For events and display: `code`, `device`, `password`.
    var name: String { get }
    /// Gets tokens, or throws ``SessionError``; whatever else is thrown counts as a failed sign-in.
    ///
    /// Runs in the task of the caller of ``Session/signIn(_:)`` and ends promptly when that is cancelled.
    func signIn(_ context: SignInContext) async throws -> SignInResult
}

/// What a sign-in yields.
public struct SignInResult: Sendable {
    /// The tokens as the token endpoint granted them.
    public let tokens: TokenResponse
    /// The ID token after its checks; `nil` where the provider sent none.
    public let idToken: ValidatedIDToken?
    /// The scope that was asked for; `nil` where none was, or where that is not known.
    public let requestedScope: [String]?

    /// Creates a result; flows of your own get theirs from ``SignInContext/signIn(with:)``.
    public init(tokens: TokenResponse, idToken: ValidatedIDToken?, requestedScope: [String]? = nil) {
        self.tokens = tokens
        self.idToken = idToken
        self.requestedScope = requestedScope
    }
}
