/// A dictionary that keeps the entries that were set last.
struct Bounded<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// At least that many are kept, and at most twice as many.
    let limit: Int
    private var dropped = 0
    private var entries: [Key: Entry] = [:]
    private var turn = 0
    /// The keys whose entries were set since this was emptied; `nil` where nobody asks.
    var changed: Set<Key>?

    /// In memory of its own: a message has a kilobyte, and up to half of the table is free.
    private indirect enum Entry {
        case entry(Value, turn: Int)

        var value: Value {
            switch self {
            case .entry(let value, _): value
            }
        }
        var turn: Int {
            switch self {
            case .entry(_, let turn): turn
            }
        }
    }

    init(limit: Int, notesChanges: Bool = false) {
        self.limit = limit
        changed = notesChanges ? [] : nil
    }

    var values: [Value] { entries.values.map(\.value) }

    /// How many there were, with those that were dropped.
    var total: Int { dropped + entries.count }

    subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            turn += 1
            changed?.insert(key)
            entries[key] = newValue.map { .entry($0, turn: turn) }
            dropOldest()
        }
    }

    /// Changes an entry in its place, which counts as setting it.
    mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard case .entry(var value, _) = entries.removeValue(forKey: key) else { return }
        turn += 1
        changed?.insert(key)
        body(&value)
        entries[key] = .entry(value, turn: turn)
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
