import FoundationEssentials

/// An authorization request or response (RFC 6749 §4.1), which travel through a browser: names without values.
public struct AuthorizationMessage: Sendable, Hashable {
    /// Where it goes, without its query: the authorization endpoint, or the redirect URI.
    public let url: String
    /// The names of its parameters, in order.
    public let parameters: [String]
    /// The `error` parameter of a response (RFC 6749 §4.1.2.1); `nil` where it has none, and in a request.
    public let error: String?

    /// Creates a message, for displays and tests.
    public init(url: String, parameters: [String], error: String? = nil) {
        self.url = url
        self.parameters = parameters
        self.error = error
    }
}

extension AuthorizationMessage {
    init(_ message: URL) {
        let query = FormParameters(decoding: message.query(percentEncoded: true) ?? "")
        let place = Redaction.url(message).prefix { $0 != "?" }
        self.init(url: String(place), parameters: query.items.map(\.name), error: query["error"])
    }
}
