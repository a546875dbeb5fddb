import FoundationEssentials

/// The authorization requests with an open sign-in page, by the unguessable id hidden in the page's form.
///
/// Another site doesn't know the id and so can't post the form (RFC 6749 §10.12).
struct Interactions: Sendable {
    static let lifetime: TimeInterval = 600

    private var requests = Unfinished<(request: AuthorizationRequest, expiresAt: Date)>()

    var count: Int { requests.count }

    mutating func add(_ id: String, _ request: AuthorizationRequest, at now: Date) {
        requests.add(id, (request, now + Self.lifetime), expiresAt: now + Self.lifetime)
    }

    func find(_ id: String, at now: Date) -> AuthorizationRequest? {
        requests[id].flatMap { $0.expiresAt > now ? $0.request : nil }
    }

    mutating func remove(_ id: String) {
        requests[id] = nil
    }
}
