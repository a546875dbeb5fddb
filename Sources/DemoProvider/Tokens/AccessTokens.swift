import FoundationEssentials

/// The issued access tokens, and why some are no longer valid.
struct AccessTokens: Sendable {
    struct Entry: Sendable {
        let value: String
        let id: String
        /// `nil` for client credentials, which begin no session.
        let sessionID: String?
        let clientID: String
        let subject: String
        let user: User?
        let scope: Scope
        /// The API, or some of its URLs (RFC 8707 §2); an exchanged token's may be any.
        let audience: TokenAudience
        let issuedAt: Date
        let expiresAt: Date
        let authenticatedAt: Date?
        let contextClass: String?
        /// The thumbprint of the key that it is bound to (RFC 9449 §6).
        let proofKey: String?
        fileprivate(set) var end: TokenEnd?
    }

    /// How long expired tokens are remembered, so that they are refused with the right reason.
    private static let memory: TimeInterval = 3600
    private var records: [String: Entry] = [:]
    private var nextSweep = Date.distantPast

    mutating func add(_ record: Entry) {
        if record.issuedAt > nextSweep {
            records = records.filter { $0.value.expiresAt + Self.memory > record.issuedAt }
            nextSweep = record.issuedAt + Self.memory
        }
        records[record.value] = record
    }

    /// The valid tokens, the oldest first.
    func valid(at now: Date) -> [Entry] {
        records.values.filter { $0.end == nil && now < $0.expiresAt }.sorted { $0.issuedAt < $1.issuedAt }
    }

    /// The record of a valid token.
    func find(_ value: String, at now: Date) throws(TokenEnd) -> Entry {
        guard let record = records[value] else { throw .unknown }
        if let end = record.end { throw end }
        guard now < record.expiresAt else { throw .expired }
        return record
    }

    /// The client that a token was issued to, even if it is no longer valid.
    func clientID(of value: String) -> String? { records[value]?.clientID }

    /// Ends every valid token that fits, and returns how many.
    @discardableResult
    mutating func end(as end: TokenEnd, where fits: (Entry) -> Bool) -> Int {
        // In place: to change them while iterating over them would copy them all.
        var count = 0
        var index = records.startIndex
        while index != records.endIndex {
            let record = records.values[index]
            if record.end == nil, fits(record) {
                records.values[index].end = end
                count += 1
            }
            records.formIndex(after: &index)
        }
        return count
    }
}
