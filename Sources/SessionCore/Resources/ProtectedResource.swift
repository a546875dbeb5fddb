import JOSE

/// What an API publishes about itself (RFC 9728 §2), as far as it is used.
package struct ProtectedResource: Sendable, Hashable {
    /// What the document is about: the API's URL, or one above it.
    package let resource: String?
    /// The issuers whose tokens it accepts, as it writes them.
    package let authorizationServers: [String]

    init(_ document: JSONObject) {
        resource = document["resource"]?.string
        authorizationServers = document["authorization_servers"]?.strings ?? []
    }
}
