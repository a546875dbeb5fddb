import FoundationEssentials

/// The session that a user's sign-in at one client began.
struct ProviderSession: Sendable {
    /// The `sid` claim.
    let id: String
    var user: User
    let clientID: String
    /// What its access tokens are for, or for a part of (RFC 8707 §2).
    let audience: TokenAudience
    var authenticatedAt: Date
    /// The `acr` claim, if a stronger sign-in was requested.
    let contextClass: String?
    /// The `nonce` of the authorization request, repeated in refreshed ID tokens.
    let nonce: String?
    /// The thumbprint of the key that its tokens are bound to (RFC 9449 §6); `nil` for bearer tokens.
    var proofKey: String?
    /// When what the user allowed ends; `nil` where it has no end.
    var grantEndsAt: Date?
}

/// The sessions that have not ended.
struct Sessions: Sendable {
    private var sessions: [String: ProviderSession] = [:]
    /// The ids with the times at which they began, the oldest first.
    ///
    /// Not by the provider's clock, which a switch moves.
    private var beginnings: [(id: String, time: Date)] = []

    /// Adds a session, or changes the one with its id.
    mutating func add(_ session: ProviderSession, at time: Date) {
        if sessions.updateValue(session, forKey: session.id) == nil { beginnings.append((session.id, time)) }
    }

    /// With the times at which they began, the oldest first.
    var all: [(session: ProviderSession, beganAt: Date)] {
        beginnings.compactMap { beginning in sessions[beginning.id].map { ($0, beginning.time) } }
    }

    subscript(id: String) -> ProviderSession? { sessions[id] }

    func ids(of username: String) -> Set<String> {
        Set(sessions.values.lazy.filter { $0.user.username == username }.map(\.id))
    }

    func ids(ofClient id: String) -> Set<String> {
        Set(sessions.values.lazy.filter { $0.clientID == id }.map(\.id))
    }

    mutating func remove(_ ids: Set<String>) {
        beginnings.removeAll { ids.contains($0.id) }
        for id in ids { sessions[id] = nil }
    }
}
