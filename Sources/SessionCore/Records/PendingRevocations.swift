import FoundationEssentials

/// A token that the provider has yet to revoke.
struct PendingRevocation: Sendable, Equatable {
    let token: Secret
    let kind: TokenRevocation.Kind
    let since: Date
    /// Whose token it is: it is never sent to another provider, or by another client.
    let owner: RecordOwner

    /// A session's tokens as they are to be revoked: the refresh token first.
    static func pair(refresh: Secret?, access: Secret, owner: RecordOwner, since: Date) -> [PendingRevocation] {
        let refresh = refresh.map { PendingRevocation(token: $0, kind: .refresh, since: since, owner: owner) }
        return [refresh].compactMap(\.self)
            + [PendingRevocation(token: access, kind: .access, since: since, owner: owner)]
    }
}

/// The pending revocations: those in the store, those not stored yet, and those done but still in the store.
///
/// Other processes change the store's list too, so every write works on the list as it was just read: see
/// ``merged(with:)`` and ``noteStored(_:)``.
struct PendingRevocations: Sendable {
    /// An owner's tokens beyond this many are dropped, oldest first: those have most probably expired.
    static let limit = 16

    private var stored: [PendingRevocation] = []
    private var unstored: [PendingRevocation] = []
    private var settled: Set<Secret> = []

    /// All of them, oldest first, as of the last read of the store.
    var all: [PendingRevocation] { merged(with: stored) }

    /// Whether the list in the store is out of date.
    var needsWriting: Bool { !unstored.isEmpty || !settled.isEmpty }

    /// Adopts what the store holds.
    mutating func adoptRead(_ list: [PendingRevocation]) {
        stored = list
    }

    /// Adds tokens that are to be revoked; the next write of the record stores them.
    mutating func add(_ list: [PendingRevocation]) {
        for item in list where !all.contains(where: { $0.token == item.token }) {
            settled.remove(item.token)
            unstored.append(item)
        }
    }

    /// Strikes a token off; the next write of the record removes it.
    mutating func settle(_ token: Secret) {
        unstored.removeAll { $0.token == token }
        // Also where the store is not known to hold it: a write that is under way may be storing it.
        settled.insert(token)
    }

    /// The list to write in place of the one that the store holds now.
    func merged(with list: [PendingRevocation]) -> [PendingRevocation] {
        var merged = list.filter { !settled.contains($0.token) }
        for item in unstored where !merged.contains(where: { $0.token == item.token }) { merged.append(item) }
        for owner in Set(merged.map(\.owner)) {
            var surplus = merged.count { $0.owner == owner } - Self.limit
            guard surplus > 0 else { continue }
            merged.removeAll { item in
                guard surplus > 0, item.owner == owner else { return false }
                surplus -= 1
                return true
            }
        }
        return merged
    }

    /// The store holds that list now.
    mutating func adoptStored(_ list: [PendingRevocation]) {
        stored = list
        unstored.removeAll { item in list.contains { $0.token == item.token } }
        settled.formIntersection(list.map(\.token))
    }
}
