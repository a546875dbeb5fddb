import FoundationEssentials

/// The names of the logout tokens that were accepted, so that each counts once.
struct SpentLogoutTokens: Sendable {
    /// So many are remembered; the one that ends first makes room.
    private static let limit = 1_000

    private var ends: [String: Date] = [:]

    /// Records a token; `false` where it was noted before.
    mutating func insert(_ facts: LogoutTokenChecks.Facts, now: Date) -> Bool {
        guard ends[facts.id] == nil else { return false }
        ends = ends.filter { $0.value > now }
        if ends.count >= Self.limit, let first = ends.min(by: { $0.value < $1.value })?.key { ends[first] = nil }
        ends[facts.id] = facts.expiresAt
        return true
    }
}
