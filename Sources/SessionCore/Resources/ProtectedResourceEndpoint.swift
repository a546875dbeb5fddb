import Addresses
package import FoundationEssentials

/// Where an API publishes what it is (RFC 9728 §3), as its challenge says (§5.1).
///
/// A resource decides where it is: so the document is read from the resource's own origin alone, without the token and
/// without redirects.
package struct ProtectedResourceEndpoint: Sendable {
    /// The caller waits for the answer meanwhile.
    private static let timeout = Duration.seconds(5)

    package let url: URL

    /// `nil` where the challenge names no metadata, or one of another origin than the API that answered.
    package init?(_ challenge: AuthenticationChallenge?, of api: URL) {
        guard let text = challenge?.resourceMetadata, let url = URL(given: text), let origin = Origin(url),
            origin == Origin(api), url.user == nil
        else { return nil }
        self.url = url
    }

    /// Reads the document.
    package func fetch(over channel: Channel) async throws(SessionError) -> ProtectedResource {
        let request = HTTPRequest(
            url: url, headers: ["Accept": "application/json"], redirects: .doNotFollow, timeout: Self.timeout)
        let response = try await channel.send(request, for: .resourceMetadata)
        guard response.isSuccess else { throw response.failure(during: .resourceMetadata, now: channel.clock.now) }
        return ProtectedResource(try response.jsonObject(for: .resourceMetadata))
    }

    /// The well-known places of a resource's metadata, in order: with its path inserted, then at the root (RFC 9728
    /// §3.1).
    static func wellKnownPlaces(of resource: URL) -> [URL] {
        guard let origin = Origin(resource) else { return [] }
        let path = resource.path(percentEncoded: true)
        let query = resource.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let inserted = "\(origin)\(wellKnownPath)\(path == "/" ? "" : path)\(query)"
        let root = "\(origin)\(wellKnownPath)"
        return (inserted == root ? [root] : [inserted, root]).compactMap { URL(given: $0) }
    }

    private static let wellKnownPath = "/.well-known/oauth-protected-resource"
}
