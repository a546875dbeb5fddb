import FoundationEssentials
import Synchronization

/// What APIs have published about themselves, read once for all calls and kept for a while.
final class ResourceDirectory: Sendable {
    /// How long a document, or its absence, counts as current.
    private static let lifetime = Duration.seconds(300)
    private static let limit = 32

    private let kept = Mutex<[URL: (resource: ProtectedResource?, until: Duration)]>([:])
    private let requests = SharedWork<URL, ProtectedResource?>()

    /// What the API has published there; `nil` where that can't be had.
    func resource(at endpoint: ProtectedResourceEndpoint, over channel: Channel) async -> ProtectedResource? {
        let url = endpoint.url
        if let known = kept.withLock({ $0[url] }), channel.clock.uptime < known.until { return known.resource }
        let outcome = requests.outcome(of: url) { () async throws(SessionError) in
            let resource = try? await endpoint.fetch(over: channel)
            self.keep(resource, at: url, until: channel.clock.uptime + Self.lifetime)
            return resource
        }
        return try? await outcome.value()
    }

    private func keep(_ resource: ProtectedResource?, at url: URL, until end: Duration) {
        kept.withLock { kept in
            if kept.count >= Self.limit { kept = [:] }
            kept[url] = (resource, end)
        }
    }
}
