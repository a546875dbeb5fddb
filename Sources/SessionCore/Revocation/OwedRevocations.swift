import FoundationEssentials

/// A token that its provider is still to be asked to revoke.
struct OwedRevocation: Sendable, Equatable {
    let token: Secret
    let kind: TokenRevocation.Kind
    let since: Date
    /// Whose token it is: it is never sent to another provider, or by another client.
    let owner: RecordOwner

    /// A session's tokens as they are to be revoked: the refresh token first.
    static func pair(refresh: Secret?, access: Secret, owner: RecordOwner, since: Date) -> [OwedRevocation] {
        let refresh = refresh.map { OwedRevocation(token: $0, kind: .refresh, since: since, owner: owner) }
        return [refresh].compactMap(\.self)
            + [OwedRevocation(token: access, kind: .access, since: since, owner: owner)]
    }
}

/// The revocations still owed: those of the store, those that could not be stored yet, those that are done with.
///
/// Other processes change the store's list too, so every write works on the list as it was just read: see
/// ``merged(with:)`` and ``noteStored(_:)``.
struct OwedRevocations: Sendable {
    /// An owner's tokens beyond this many are forgotten, oldest first: by then the provider has forgotten them as well.
    static let limit = 16

    private var stored: [OwedRevocation] = []
    private var unstored: [OwedRevocation] = []
    private var settled: Set<Secret> = []

    /// All that are owed, oldest first, as far as is known.
    var all: [OwedRevocation] { merged(with: stored) }

    /// Whether the store does not know all of it yet.
    var needsWriting: Bool { !unstored.isEmpty || !settled.isEmpty }

    /// Notes what the store holds.
    mutating func noteRead(_ list: [OwedRevocation]) {
        stored = list
    }

    /// Adds tokens that are to be revoked; the next write of the record stores them.
    mutating func owe(_ list: [OwedRevocation]) {
        for item in list where !all.contains(where: { $0.token == item.token }) {
            settled.remove(item.token)
            unstored.append(item)
        }
    }

    /// Strikes a token off; the next write of the record removes it.
    mutating func settle(_ token: Secret) {
        unstored.removeAll { $0.token == token }
        if stored.contains(where: { $0.token == token }) { settled.insert(token) }
    }

    /// The list to write in place of the one that the store holds now.
    func merged(with list: [OwedRevocation]) -> [OwedRevocation] {
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
    mutating func noteStored(_ list: [OwedRevocation]) {
        stored = list
        unstored.removeAll { item in list.contains { $0.token == item.token } }
        settled.formIntersection(list.map(\.token))
    }
}
