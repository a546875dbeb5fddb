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

    mutating func add(_ session: ProviderSession) {
        sessions[session.id] = session
    }

    subscript(id: String) -> ProviderSession? { sessions[id] }

    func ids(of username: String) -> [String] {
        sessions.values.filter { $0.user.username == username }.map(\.id)
    }

    @discardableResult
    mutating func remove(_ id: String) -> Bool {
        sessions.removeValue(forKey: id) != nil
    }
}
