/// A message of the protocol that was sent and has no answer yet, as it may be shown.
///
/// There is one for each message that no other event announces: for metadata, keys and revocations, and for questions
/// about a token. Its answer is the ``HTTPExchange`` with the same identity.
public struct ExchangeStart: Sendable, Hashable, Identifiable {
    /// The ``HTTPExchange/id`` of the exchange that it begins.
    public let id: Int
    /// The endpoint that is asked.
    public let purpose: SessionError.Purpose
    /// The method of the first hop.
    public let method: String
    /// The URL of the first hop, without user information and fragment, secret parameters masked.
    public let url: String
    /// The token that the message is about; `nil` where it is about none.
    public let token: Fingerprint?

    package init(id: Int, purpose: SessionError.Purpose, method: String, url: String, token: Fingerprint? = nil) {
        self.id = id
        self.purpose = purpose
        self.method = method
        self.url = url
        self.token = token
    }

    /// A short name for display: `POST /revoke`.
    public var name: String { "\(method) \(RequestPath.of(url))" }
}
