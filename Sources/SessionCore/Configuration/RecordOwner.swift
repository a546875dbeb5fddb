import JOSE

/// The client at an issuer that a stored session, or a token still to be revoked, belongs to.
///
/// Both names are compared byte by byte: Swift's `==` equates different encodings of one character.
public struct RecordOwner: Sendable, Hashable {
    /// The issuer identifier, as ``ClientConfiguration/issuer`` writes it.
    public let issuer: String
    /// The `client_id` at that issuer.
    public let clientID: String

    /// Creates an owner from its two names, unchanged.
    public init(issuer: String, clientID: String) {
        self.issuer = issuer
        self.clientID = clientID
    }

    init(_ client: ClientConfiguration) {
        self.init(issuer: client.issuer, clientID: client.clientID)
    }

    /// Whether both name the same client at the same issuer.
    public static func == (one: RecordOwner, other: RecordOwner) -> Bool {
        one.issuer.hasSameBytes(as: other.issuer) && one.clientID.hasSameBytes(as: other.clientID)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        for byte in issuer.utf8 { hasher.combine(byte) }
        for byte in clientID.utf8 { hasher.combine(byte) }
    }
}
