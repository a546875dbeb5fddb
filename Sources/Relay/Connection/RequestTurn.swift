import Synchronization

/// When a connection's latest request has begun, in the order of all, and whether it is still under way.
final class RequestTurn: Sendable {
    private let turn = Atomic(0)
    let isServing = Atomic(false)

    /// Before any request, that of the connection itself.
    var number: Int { turn.load(ordering: .relaxed) }

    func take(from turns: borrowing Atomic<Int>) {
        turn.store(turns.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    }
}
