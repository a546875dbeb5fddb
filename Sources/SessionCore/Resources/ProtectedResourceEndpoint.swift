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
}
