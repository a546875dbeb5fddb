/// The slow answers that are waiting now.
struct SlowAnswers: Sendable {
    private var waiting: [Int: Task<Void, Never>] = [:]
    private var last = 0

    mutating func add(_ pause: Task<Void, Never>) -> Int {
        last += 1
        waiting[last] = pause
        return last
    }

    mutating func remove(_ id: Int) { waiting[id] = nil }

    /// Sends them at once.
    func end() {
        for pause in waiting.values { pause.cancel() }
    }
}
