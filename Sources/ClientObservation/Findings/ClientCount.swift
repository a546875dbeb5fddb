/// What an observer counts of what a client did.
package enum ClientCount: String, Sendable, CaseIterable {
    case requests
    /// Requests to an API or to userinfo.
    case calls
    case tokenRequests = "token requests"
    /// A user's sign-in that brought tokens.
    case signIns = "sign-ins"
    /// A successful refresh.
    case refreshes
    /// A refresh token that was sent although it had been used, or while it was.
    case reuses
    /// An answer 401 of an API or of userinfo.
    case rejections = "401s"
    case findings, errors, warnings, notes

    /// One of them: "refresh".
    package var singular: String { self == .refreshes ? "refresh" : String(rawValue.dropLast()) }

    /// So many of them: "1 refresh", "2 refreshes".
    package func words(_ number: Int) -> String { "\(number) \(number == 1 ? singular : rawValue)" }
}

extension ClientCount {
    /// What a message counts as, once it has ended.
    static func of(_ message: Sighting) -> [ClientCount] {
        guard message.link == nil else { return [] }
        var counts: [ClientCount] = [.requests]
        if message.isOfResource { counts.append(.calls) }
        if message.isOfResource, message.answer?.status == 401 { counts.append(.rejections) }
        guard let request = message.tokenRequest else { return counts }
        counts.append(.tokenRequests)
        guard message.answer?.tokens != nil else { return counts }
        if request.grant.isOfUser { counts.append(.signIns) }
        if request.grant == .refreshToken { counts.append(.refreshes) }
        return counts
    }

    /// What an occurrence of a finding counts as.
    static func of(_ rule: FindingRule) -> [ClientCount] { rulesOfReuse.contains(rule.name) ? [.reuses] : [] }

    private static let rulesOfReuse: Set = ["refresh-token-sent-twice-at-once", "spent-refresh-token-sent"]
}
