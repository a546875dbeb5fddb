import FoundationEssentials

/// A client that registered itself (RFC 7591).
struct DynamicClient: Sendable {
    let client: Client
    let metadata: ClientMetadata
    let issuedAt: Date
    /// The token that reads, changes and deletes it (RFC 7592); `nil` if it can't be managed.
    let accessToken: String?
}

/// The clients that registered themselves; their number is limited.
struct ClientRegistrations: Sendable {
    static let limit = 100

    var policy = RegistrationPolicy.open
    /// By their last use, the one that was used longest ago first.
    private var registrations: [DynamicClient] = []

    var count: Int { registrations.count }

    subscript(id: String) -> DynamicClient? { registrations.first { $0.client.id == id } }

    /// Adds a registration, or changes the one of its client; beyond the limit it returns the one that it drops, which
    /// was used longest ago.
    mutating func add(_ registration: DynamicClient) -> DynamicClient? {
        remove(registration.client.id)
        registrations.append(registration)
        return registrations.count > Self.limit ? registrations.removeFirst() : nil
    }

    mutating func recordUse(of id: String) {
        guard let index = registrations.firstIndex(where: { $0.client.id == id }) else { return }
        registrations.append(registrations.remove(at: index))
    }

    mutating func remove(_ id: String) {
        registrations.removeAll { $0.client.id == id }
    }
}
