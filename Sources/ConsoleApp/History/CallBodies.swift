import SessionCore

/// The bodies of the latest calls, which events leave out: bounded, the oldest leave.
struct CallBodies: Sendable {
    /// The most that is kept, and the most of one call, in bytes.
    static let capacity = 2 << 20
    static let largest = 256 << 10

    private struct Bodies: Sendable {
        let request: [UInt8]
        let answer: [UInt8]
        var size: Int { request.count + answer.count }
    }

    /// By the session's numbers of the calls.
    private var bodies: [Int: Bodies] = [:]
    /// Those that are kept, oldest first.
    private var order: [Int] = []
    private var size = 0
    /// Whether an answer came with its body: a recording has either all of them or none.
    private(set) var hasHadAny = false

    mutating func note(_ answer: AuthorizedResponse, sent: String) {
        let new = Bodies(request: Array(sent.utf8), answer: answer.response.body)
        if !new.answer.isEmpty { hasHadAny = true }
        guard new.size > 0, new.size <= Self.largest, bodies[answer.facts.id] == nil else { return }
        bodies[answer.facts.id] = new
        order.append(answer.facts.id)
        size += new.size
        var gone = 0
        while size > Self.capacity, gone < order.count {
            size -= bodies.removeValue(forKey: order[gone])?.size ?? 0
            gone += 1
        }
        order.removeFirst(gone)
    }

    /// Forgets what belongs to a session that is over.
    mutating func clear() { (bodies, order, size) = ([:], [], 0) }

    /// The body of a call's request; `nil` where there was none, or where it is not kept.
    func request(of call: Int) -> String? { shown(bodies[call]?.request) }
    /// The body of a call's last answer.
    func answer(of call: Int) -> String? { shown(bodies[call]?.answer) }

    private func shown(_ body: [UInt8]?) -> String? {
        body.flatMap { $0.isEmpty ? nil : HTTPExchange.shownBody($0) }
    }
}
