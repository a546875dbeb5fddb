import FoundationEssentials

/// Values that wait for a next step, such as open requests, by their unguessable names.
///
/// Their number is limited, so that abandoned requests don't fill the memory: beyond the limit those that expire first
/// are dropped.
struct Unfinished<Value: Sendable>: Sendable {
    static var limit: Int { 1_000 }

    private var entries: [String: (value: Value, expiresAt: Date)] = [:]

    var count: Int { entries.count }

    mutating func add(_ name: String, _ value: Value, expiresAt: Date) {
        entries[name] = (value, expiresAt)
        guard entries.count > Self.limit else { return }
        // Drops a quarter at once, so that an addition costs little on average.
        let first = entries.sorted { $0.value.expiresAt < $1.value.expiresAt }.prefix(Self.limit / 4)
        for (name, _) in first { entries[name] = nil }
    }

    /// The value, expired or not; setting changes one that is there, and `nil` removes it.
    subscript(name: String) -> Value? {
        get { entries[name]?.value }
        set {
            if let newValue { entries[name]?.value = newValue } else { entries[name] = nil }
        }
    }

    func first(where matches: (Value) -> Bool) -> String? { entries.first { matches($0.value.value) }?.key }
}
