import JOSE

/// What an API publishes about itself (RFC 9728 §2), as far as it is used.
package struct ProtectedResource: Sendable, Hashable {
    /// What the document is about: the API's URL, or one above it.
    package let resource: String?
    /// The issuers whose tokens it accepts, as it writes them.
    package let authorizationServers: [String]
    /// `scopes_supported`; `nil` where left out.
    package let scopes: [String]?
    /// `bearer_methods_supported`: where it takes tokens; `nil` where left out.
    package let bearerMethods: [String]?

    init(_ document: JSONObject) {
        resource = document["resource"]?.string
        authorizationServers = document["authorization_servers"]?.strings ?? []
        scopes = document["scopes_supported"]?.strings
        bearerMethods = document["bearer_methods_supported"]?.strings
    }
}
