import FoundationEssentials
import SessionCore

/// The bodies of the latest calls, which events leave out: bounded, the oldest leave.
struct CallBodies: Sendable {
    /// The most that is kept, in bytes and in calls, and the most of one body, in bytes.
    static let capacity = 2 << 20
    static let callCapacity = 2_000
    static let largest = 256 << 10

    private struct Bodies: Sendable {
        var request: [UInt8] = []
        var answer: [UInt8] = []
        /// Of the answers before, oldest first.
        var earlier: [[UInt8]] = []
        var size: Int { request.count + answer.count + earlier.reduce(0) { $0 + $1.count } }
    }

    /// A call that the session has not told of yet.
    private struct Awaited: Sendable {
        let call: CallID
        let name: String
        var body: [UInt8]
    }

    /// In the order in which they were sent.
    private var awaited: [Awaited] = []
    /// By the session's numbers of the calls.
    private var bodies: [Int: Bodies] = [:]
    /// Those that are kept, oldest first.
    private var order: [Int] = []
    private var size = 0
    /// Whether an answer came with its body: a recording has either all of them or none.
    private(set) var hasHadAny = false

    /// Awaits the events of calls that are about to be sent.
    ///
    /// Their events carry the labels of these calls; in a recording, which has no labels, the next requests of that
    /// name count as these calls.
    mutating func expect(_ calls: [CallID], _ request: HTTPRequest) {
        var body: [UInt8] = []
        if case .bytes(let bytes) = request.body, bytes.count <= Self.largest { body = bytes }
        let name = RequestFacts(id: 0, method: request.method, url: request.url.absoluteString).name
        awaited += calls.map { Awaited(call: $0, name: name, body: body) }
        if awaited.count > Self.callCapacity { awaited.removeFirst(awaited.count - Self.callCapacity) }
    }

    /// Records that the session has begun a call.
    mutating func begin(_ facts: RequestFacts) {
        // Its answer may have come before this event.
        guard bodies[facts.id] == nil,
            let index = awaited.firstIndex(where: { facts.isOf($0.call, named: $0.name) })
        else { return }
        keep(Bodies(request: awaited.remove(at: index).body), of: facts.id)
    }

    mutating func keep(_ answer: AuthorizedResponse, of call: CallID) {
        if ([answer.response] + answer.earlierAnswers).contains(where: { !$0.body.isEmpty }) { hasHadAny = true }
        let id = answer.facts.id
        var new = bodies[id] ?? Bodies()
        guard new.answer.isEmpty, new.earlier.isEmpty else { return }
        if bodies[id] == nil, let index = awaited.firstIndex(where: { $0.call == call }) {
            new.request = awaited.remove(at: index).body
        }
        new.answer = Self.kept(answer.response)
        new.earlier = answer.earlierAnswers.map(Self.kept)
        keep(new, of: id)
    }

    private static func kept(_ answer: HTTPResponse) -> [UInt8] {
        answer.body.count <= largest ? answer.body : []
    }

    private mutating func keep(_ new: Bodies, of call: Int) {
        if let old = bodies.updateValue(new, forKey: call) { size -= old.size } else { order.append(call) }
        size += new.size
        var gone = 0
        while size > Self.capacity || order.count - gone > Self.callCapacity, gone < order.count {
            size -= bodies.removeValue(forKey: order[gone])?.size ?? 0
            gone += 1
        }
        order.removeFirst(gone)
    }

    /// Forgets what belongs to a session that is over.
    mutating func clear() {
        (bodies, order, size) = ([:], [], 0)
        for index in awaited.indices { awaited[index].body = [] }
    }

    /// The body of a call's request; `nil` where there was none, or where it is not kept.
    func request(of call: Int) -> String? { shown(bodies[call]?.request) }
    /// The body of a call's last answer, or of one that came so many answers before it.
    func answer(of call: Int, before last: Int = 0) -> String? {
        guard last > 0 else { return shown(bodies[call]?.answer) }
        return shown(bodies[call]?.earlier.dropLast(last - 1).last)
    }

    private func shown(_ body: [UInt8]?) -> String? {
        body.flatMap { $0.isEmpty ? nil : HTTPExchange.shownBody($0) }
    }
}
