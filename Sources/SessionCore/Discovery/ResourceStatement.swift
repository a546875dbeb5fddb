import FoundationEssentials
import JOSE

/// What is known of a resource's authorization server from the resource itself.
enum ResourceStatement {
    /// The resource publishes metadata (RFC 9728).
    case metadata(ProtectedResource)
    /// Only the server's metadata are on the resource's own origin, as the Model Context Protocol of 2025-03 has it.
    case ownServer(ServerDocument)
    /// Nothing is published.
    case nothing

    var metadata: ProtectedResource? { if case .metadata(let resource) = self { resource } else { nil } }
    var server: ServerDocument? { if case .ownServer(let document) = self { document } else { nil } }
}

/// Metadata of a resource that were read before their step, with the messages.
struct PublishedResource {
    let document: ProtectedResource
    let end: Conclusion
    let attempts: [DiscoveryStep.Attempt]
}

/// An authorization server's metadata as they were read, with the messages.
struct ServerDocument {
    /// The issuer to sign in at: the origin where they were found, as they write it.
    let issuer: String
    let document: JSONObject
    let attempts: [DiscoveryStep.Attempt]
}
