/// A dictionary that keeps the entries that were set last.
struct Bounded<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// At least that many are kept, and at most twice as many.
    let limit: Int
    /// How many have been dropped.
    private(set) var dropped = 0
    private var entries: [Key: Entry] = [:]
    private var turn = 0

    private struct Entry {
        var value: Value
        var turn: Int
    }

    init(limit: Int) { self.limit = limit }

    var values: [Value] { entries.values.map(\.value) }

    subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            turn += 1
            entries[key] = newValue.map { Entry(value: $0, turn: turn) }
            dropOldest()
        }
    }

    /// Changes an entry in its place, which counts as setting it.
    mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard var entry = entries.removeValue(forKey: key) else { return }
        turn += 1
        entry.turn = turn
        body(&entry.value)
        entries[key] = entry
    }

    /// Half of them at once, so that each is looked at a few times only.
    private mutating func dropOldest() {
        guard entries.count > 2 * limit else { return }
        let turns = entries.values.map(\.turn).sorted()
        let first = turns[turns.count - limit]
        dropped += entries.count - limit
        entries = entries.filter { $0.value.turn >= first }
    }
}

extension Array {
    /// Appends an element, and drops the first of more than the limit.
    mutating func append(_ element: Element, keeping limit: Int) {
        append(element)
        if count > limit { removeFirst(count - limit) }
    }
}
