import ConsoleKit

/// Calls that were under way together, with the refresh that they waited for; a single call is none to be shown.
struct FlowBurst: Sendable, Identifiable {
    /// A call that entered the session.
    struct Entry: Sendable {
        let call: Int
        let sequence: Int
        let time: FlowTime
        let name: [Phrase]
        let sender: Lane
        /// Whether it waited for a refresh; `nil` until it has ended.
        var waited: Bool?
    }

    /// The most calls of one burst: later ones begin another.
    static let largest = 1_000

    /// The sequence number of the first call's beginning.
    let id: Int
    private(set) var entries: [Entry] = []
    private(set) var tally = BurstTally(count: 0)
    /// The sequence number of the newest event.
    private(set) var lastSequence: Int
    /// Whether a fault struck one of its messages.
    private(set) var wasStruck = false
    private var index: [Int: Int] = [:]

    init(id: Int) { (self.id, lastSequence) = (id, id) }

    /// Whether calls overlapped.
    var isShown: Bool { entries.count > 1 }
    var isOver: Bool { tally.isOver }
    var isFull: Bool { entries.count >= Self.largest }

    /// The calls that waited for a refresh, and those that may still; none where there was no refresh.
    var callers: [Entry] { tally.refreshes.isEmpty ? [] : entries.filter { $0.waited ?? true } }

    /// `GET /orders`, or how many kinds of calls there were.
    var name: String {
        commonName.map(\.text) ?? "\(Set(entries.map(\.name)).count) kinds of calls"
    }

    private var commonName: [Phrase]? {
        let first = entries.first?.name
        return entries.allSatisfy { $0.name == first } ? first : nil
    }

    /// The name, and how it reads with less and less of it: `GET /v2/orders`, `GET …/orders`, `/orders`, `/or…`.
    func names(_ ellipsis: String) -> [String] {
        guard let labels = commonName?.labels(ellipsis), let place = labels.last?.last?.text else { return [name] }
        let cut = (4..<max(4, place.count)).reversed().map { "\(place.prefix($0))\(ellipsis)" }
        return labels.map(\.text) + [place] + cut
    }

    mutating func begin(_ event: FlowEvent, call: Int, name: [Phrase], from sender: Lane) {
        index[call] = entries.count
        entries.append(Entry(call: call, sequence: event.sequence, time: event.time, name: name, sender: sender))
        tally.count += 1
    }

    mutating func takeOut(_ call: Int) {
        guard let place = index.removeValue(forKey: call) else { return }
        entries.remove(at: place)
        for later in entries[place...] { index[later.call]? -= 1 }
        tally.count -= 1
    }

    /// Records that a call of the burst waited.
    ///
    /// Without a refresh of its own, the burst has the one that began before it.
    mutating func wait(for refresh: BurstTally.Refresh) {
        if tally.refreshes.isEmpty { tally.add(refresh) }
    }

    /// Ends a refresh that its calls waited for, even where they ended before.
    mutating func endRefresh(_ sequence: Int?, _ result: BurstTally.Refresh.Result) {
        tally.endRefresh(sequence, result)
    }

    mutating func observe(_ event: FlowEvent) {
        lastSequence = event.sequence
        if event.steps.contains(where: { $0.mark == .injected }) { wasStruck = true }
        switch event.turn {
        case .none, .configured, .messageBegan, .signIn, .callBegan, .signedOut: break
        case .callAnswered(let status, let duration, let waited):
            tally.countAnswer(status: status, after: duration)
            end(event.call, waited: waited)
        case .callFailed(let outcome, let waited):
            tally.countFailure(outcome)
            end(event.call, waited: waited)
        case .exchanged(let duration):
            tally.addToRefresh(event.cause, duration)
            if event.isRejectedCall { tally.countRejection() }
        case .refreshBegan: tally.beginRefresh(event.sequence)
        case .refreshEnded(let result): tally.endRefresh(event.cause, result)
        case .adopted: if !tally.endRefresh(event.cause, .adopted) { tally.countAdoption(event.sequence) }
        case .lost: tally.countLogout()
        }
    }

    private mutating func end(_ call: Int?, waited: Bool) {
        if let call, let index = index[call] { entries[index].waited = waited }
    }
}
