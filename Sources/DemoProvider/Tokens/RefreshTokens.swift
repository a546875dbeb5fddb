import FoundationEssentials

/// Refresh tokens that rotate on use: each is valid once, and its second use ends its family (RFC 9700 §4.14.2).
///
/// A family is all refresh tokens of one session.
struct RefreshTokens: Sendable {
    struct Entry: Sendable {
        let sessionID: String
        let clientID: String
        let scope: Scope
        let expiresAt: Date
        fileprivate var spentAt: Date?
        /// Whether what came for it was used.
        fileprivate var hasSuccessor = false

        init(sessionID: String, clientID: String, scope: Scope, expiresAt: Date) {
            self.sessionID = sessionID
            self.clientID = clientID
            self.scope = scope
            self.expiresAt = expiresAt
        }
    }

    /// How often a token may be used; more than once only at a flawed provider.
    enum Use: Sendable {
        case once, untilSuccessor, forAMinute, unlimited

        /// Whether a refresh brings another token.
        var isReplaced: Bool { self == .once || self == .untilSuccessor }
    }

    enum Redemption: Sendable {
        case granted(Entry)
        case refused(TokenEnd)
        /// A spent token was used again; one of its two users must be a thief, so the family ends.
        case reused(sessionID: String)
    }

    private var records: [String: Entry] = [:]
    /// The tokens of each family.
    private var families: [String: [String]] = [:]
    private var endedFamilies: [String: TokenEnd] = [:]
    /// How many of the next uses are going to be refused.
    private(set) var rejections = 0
    private let leeway: TimeInterval

    init(leeway: Duration) {
        self.leeway = leeway.seconds
    }

    mutating func add(_ value: String, _ record: Entry) {
        if records.updateValue(record, forKey: value) == nil { families[record.sessionID, default: []].append(value) }
    }

    mutating func rejectNext(_ count: Int) {
        rejections = count
    }

    /// Spends the token.
    mutating func redeem(_ value: String, clientID: String, at now: Date, use: Use = .once) -> Redemption {
        if rejections > 0 {
            rejections -= 1
            return .refused(.rejectedOnDemand)
        }
        guard let record = records[value] else { return .refused(.unknown) }
        guard record.clientID == clientID else { return .refused(.otherClient) }
        if let end = endedFamilies[record.sessionID] { return .refused(end) }
        if let spentAt = record.spentAt, now >= spentAt + leeway {
            switch use {
            case .unlimited: break
            case .forAMinute: if now >= spentAt + 60 { return .refused(.expired) }
            case .untilSuccessor where !record.hasSuccessor: break
            case .once, .untilSuccessor: return .reused(sessionID: record.sessionID)
            }
        }
        guard now < record.expiresAt else { return .refused(.expired) }
        records[value]?.spentAt = record.spentAt ?? now
        return .granted(record)
    }

    /// Marks that what came for the spent tokens of a session is in use.
    mutating func markUse(ofSession sessionID: String) {
        for value in families[sessionID] ?? [] where isSpent(value) { records[value]?.hasSuccessor = true }
    }

    /// Forgets the tokens of a session that were not used.
    mutating func removeUnspent(ofSession sessionID: String) {
        for value in families[sessionID] ?? [] where !isSpent(value) { records[value] = nil }
        families[sessionID] = families[sessionID]?.filter { isSpent($0) }
    }

    /// Whether a token was issued, even if it has ended.
    func isKnown(_ value: String) -> Bool { records[value] != nil }

    /// Whether a token was used.
    func isSpent(_ value: String) -> Bool { records[value]?.spentAt != nil }

    /// The valid tokens, the first to expire first.
    func valid(at now: Date) -> [(value: String, record: Entry)] {
        records.keys.compactMap { value in find(value, at: now).map { (value, $0) } }
            .sorted { $0.record.expiresAt < $1.record.expiresAt }
    }

    /// The record of a valid token.
    func find(_ value: String, at now: Date) -> Entry? {
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
