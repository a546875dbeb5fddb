/// An authorization request or response (RFC 6749 §4.1), sent through a browser.
public struct AuthorizationMessage: Sendable, Hashable {
    /// Where it goes, without its query: the authorization endpoint, or the redirect URI.
    public let url: String
    /// The names of its parameters, in order.
    public let parameters: [String]
    /// The `error` parameter of a response (RFC 6749 §4.1.2.1); `nil` where it has none, and in a request.
    public let error: String?
    /// Its parameters as in a URL, the values of secret ones masked; `nil` where they were not kept.
    public let query: String?

    /// Creates a message of parts that are free of secrets, for displays and tests.
    public init(url: String, parameters: [String], error: String? = nil, query: String? = nil) {
        self.url = url
        self.parameters = parameters
        self.error = error
        self.query = query
    }
}

extension AuthorizationMessage {
    /// The `error` parameter with what `error_description` says of it.
    package var refusal: OAuthError? {
        error.map { OAuthError(code: $0, detail: FormParameters(decoding: query ?? "")["error_description"]) }
    }
}
