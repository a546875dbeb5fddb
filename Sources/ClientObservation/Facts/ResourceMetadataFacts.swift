/// What an API publishes about itself (RFC 9728 §2), as far as a client must use it.
struct ResourceMetadataFacts: Sendable {
    /// URLs as they are compared.
    var resource: String
    var servers: Set<String>
}
