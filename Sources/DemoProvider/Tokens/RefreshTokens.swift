import FoundationEssentials

/// Refresh tokens that rotate on use: each is valid once, and its second use ends its family (RFC 9700 §4.14.2).
///
/// A family is all refresh tokens of one session.
struct RefreshTokens: Sendable {
    struct Record: Sendable {
        let sessionID: String
        let clientID: String
        let scope: Scope
        let expiresAt: Date
        fileprivate var spentAt: Date?

        init(sessionID: String, clientID: String, scope: Scope, expiresAt: Date) {
            self.sessionID = sessionID
            self.clientID = clientID
            self.scope = scope
            self.expiresAt = expiresAt
        }
    }

    enum Redemption: Sendable {
        case granted(Record)
        case refused(TokenEnd)
        /// A spent token was used again; one of its two users must be a thief, so the family ends.
        case reused(sessionID: String)
    }

    private var records: [String: Record] = [:]
    private var endedFamilies: [String: TokenEnd] = [:]
    /// How many of the next uses are going to be refused.
    private(set) var rejections = 0
    private let leeway: TimeInterval

    init(leeway: Duration) {
        self.leeway = leeway.seconds
    }

    mutating func add(_ value: String, _ record: Record) {
        records[value] = record
    }

    mutating func rejectNext(_ count: Int) {
        rejections = count
    }

    /// Spends the token.
    mutating func redeem(_ value: String, clientID: String, at now: Date) -> Redemption {
        if rejections > 0 {
            rejections -= 1
            return .refused(.rejectedOnDemand)
        }
        guard let record = records[value] else { return .refused(.unknown) }
        guard record.clientID == clientID else { return .refused(.otherClient) }
        if let end = endedFamilies[record.sessionID] { return .refused(end) }
        if let spentAt = record.spentAt, now >= spentAt + leeway { return .reused(sessionID: record.sessionID) }
        guard now < record.expiresAt else { return .refused(.expired) }
        records[value]?.spentAt = record.spentAt ?? now
        return .granted(record)
    }

    /// The valid tokens, the first to expire first.
    func valid(at now: Date) -> [(value: String, record: Record)] {
        records.keys.compactMap { value in find(value, at: now).map { (value, $0) } }
            .sorted { $0.record.expiresAt < $1.record.expiresAt }
    }

    /// The record of a valid token.
    func find(_ value: String, at now: Date) -> Record? {
        guard let record = records[value], record.spentAt == nil, now < record.expiresAt,
            endedFamilies[record.sessionID] == nil
        else { return nil }
        return record
    }

    /// The session of a token, even if either has ended.
    func sessionID(of value: String, clientID: String) -> String? {
        records[value].flatMap { $0.clientID == clientID ? $0.sessionID : nil }
    }

    mutating func endFamily(_ sessionID: String, as end: TokenEnd) {
        if endedFamilies[sessionID] == nil { endedFamilies[sessionID] = end }
    }
}
