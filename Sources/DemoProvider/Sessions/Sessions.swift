import FoundationEssentials

/// The session that a user's sign-in at one client began.
struct ProviderSession: Sendable {
    /// The `sid` claim.
    let id: String
    var user: DemoProvider.Configuration.User
    let clientID: String
    let authenticatedAt: Date
    /// The `acr` claim, if a stronger sign-in was requested.
    let contextClass: String?
    /// The `nonce` of the authorization request, repeated in refreshed ID tokens.
    let nonce: String?
    /// The thumbprint of the key that its tokens are bound to (RFC 9449 §6); `nil` for bearer tokens.
    var proofKey: String?
}

/// The sessions that have not ended.
struct Sessions: Sendable {
    private var sessions: [String: ProviderSession] = [:]
    /// The order in which they began.
    private var order: [String] = []

    mutating func add(_ session: ProviderSession) {
        if sessions.updateValue(session, forKey: session.id) == nil { order.append(session.id) }
    }

    /// The oldest first.
    var all: [ProviderSession] { order.compactMap { sessions[$0] } }

    subscript(id: String) -> ProviderSession? { sessions[id] }

    func ids(of username: String) -> [String] {
        sessions.values.filter { $0.user.username == username }.map(\.id)
    }

    @discardableResult
    mutating func remove(_ id: String) -> Bool {
        order.removeAll { $0 == id }
        return sessions.removeValue(forKey: id) != nil
    }
}
