import FoundationEssentials

/// The ids of client assertions or proofs that may not be used again.
struct UsedIdentifiers: Sendable {
    private struct Key: Hashable {
        let owner: String
        let id: String
    }

    private var expiries: [Key: Date] = [:]
    private var nextSweep = Date.distantPast

    /// Returns `false` if the id was used before.
    mutating func insert(_ id: String, of owner: String, until expiry: Date, at now: Date) -> Bool {
        if now > nextSweep {
            expiries = expiries.filter { $0.value > now }
            nextSweep = now + 10
        }
        return expiries.updateValue(expiry, forKey: Key(owner: owner, id: id)) == nil
    }
}
