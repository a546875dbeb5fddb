/// The paths and URLs that calls went to, the last one first.
struct UsedTargets: Sendable {
    private var methods: [(target: String, methods: [String])] = []

    static let capacity = 50

    mutating func remember(_ draft: RequestDraft) {
        let index = methods.firstIndex { $0.target == draft.target }
        var entry = index.map { methods.remove(at: $0) } ?? (target: draft.target, methods: [])
        if !entry.methods.contains(draft.method) { entry.methods.append(draft.method) }
        methods.insert(entry, at: 0)
        if methods.count > Self.capacity { methods.removeLast() }
    }

    var paths: [APIPath] { methods.map { APIPath($0.target, "sent as \($0.methods.joined(separator: ", "))") } }
}
