import FoundationEssentials

/// Device authorizations from the request to the last poll (RFC 8628).
struct DeviceAuthorizations: Sendable {
    struct Entry: Sendable {
        enum Decision: Sendable {
            case pending
            case approved(User, at: Date)
            case denied
        }

        let userCode: UserCode
        let clientID: String
        let scope: Scope
        let audience: TokenAudience
        let expiresAt: Date
        let slowsDownFirstPoll: Bool
        fileprivate var interval: TimeInterval
        fileprivate var lastPoll: Date?
        fileprivate var decision = Decision.pending

        init(
            userCode: UserCode, clientID: String, scope: Scope, audience: TokenAudience, expiresAt: Date,
            interval: TimeInterval, slowsDownFirstPoll: Bool = false
        ) {
            self.slowsDownFirstPoll = slowsDownFirstPoll
            self.userCode = userCode
            self.clientID = clientID
            self.scope = scope
            self.audience = audience
            self.expiresAt = expiresAt
            self.interval = interval
        }

        /// Every slow_down adds five seconds to the interval (RFC 8628 §3.5).
        fileprivate mutating func isTooSoon(at now: Date) -> Bool {
            let isTooSoon = lastPoll.map { now.timeIntervalSince($0) < interval } ?? slowsDownFirstPoll
            if isTooSoon { interval += 5 }
            lastPoll = now
            return isTooSoon
        }
    }

    enum Poll: Sendable {
        case pending
        case slowDown
        case expired
        case denied
        case unknown
        case approved(Entry, User, at: Date)
    }

    private var records = Unfinished<Entry>()

    var count: Int { records.count }

    mutating func add(_ deviceCode: String, _ record: Entry) {
        records.add(deviceCode, record, expiresAt: record.expiresAt)
    }

    /// Answers a device's poll, which spends an approved or denied code.
    mutating func poll(_ deviceCode: String, clientID: String, at now: Date) -> Poll {
        guard var record = records[deviceCode], record.clientID == clientID else { return .unknown }
        guard now < record.expiresAt else { return .expired }
        let isTooSoon = record.isTooSoon(at: now)
        records[deviceCode] = record
        // A device that ignores slow_down gets no tokens, however often it polls.
        if isTooSoon, record.slowsDownFirstPoll { return .slowDown }
        switch record.decision {
        case .approved(let user, let time):
            records[deviceCode] = nil
            return .approved(record, user, at: time)
        case .denied:
            records[deviceCode] = nil
            return .denied
        case .pending:
            return isTooSoon ? .slowDown : .pending
        }
    }

    /// The request with this user code that waits for a decision.
    func pending(_ userCode: UserCode, at now: Date) -> Entry? {
        deviceCode(of: userCode, at: now).flatMap { records[$0] }
    }

    /// Returns `false` if no request with this user code waits.
    mutating func decide(_ userCode: UserCode, _ decision: Entry.Decision, at now: Date) -> Bool {
        guard let deviceCode = deviceCode(of: userCode, at: now) else { return false }
        records[deviceCode]?.decision = decision
        return true
    }

    private func deviceCode(of userCode: UserCode, at now: Date) -> String? {
        records.first { record in
            guard case .pending = record.decision else { return false }
            return record.userCode == userCode && now < record.expiresAt
        }
    }
}
