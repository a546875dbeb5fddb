import CurlTransport
import Dispatch
import HostSystem
import Synchronization

/// What the threads of a relay share.
final class RelayContext: Sendable {
    struct Open {
        let descriptor: CInt
        let executor: ThreadExecutor
        var turn = RequestTurn()

        fileprivate func end() {
            shutdown(descriptor, CInt(SHUT_RDWR))
            executor.cancel()
        }
    }

    private struct State {
        var isStopped = false
        var connections: [Int: Open] = [:]
        /// How many were closed to make room, and have not ended yet.
        var leaving = 0
        var number = 0
    }

    let owner: any RelayOwner
    let dialler: Dialler
    let limits: RelayLimits
    /// The threads that run.
    let threads = DispatchGroup()
    private let state = Mutex(State())
    /// Counts connections and requests as they come.
    private let turns = Atomic(0)

    init(owner: any RelayOwner, dialler: Dialler, limits: RelayLimits) {
        (self.owner, self.dialler, self.limits) = (owner, dialler, limits)
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    enum Admission {
        /// With its number, and whether another connection was closed for it.
        case admitted(Int, hasMadeRoom: Bool)
        /// There are too many, or it is too late.
        case refused
    }

    func add(_ connection: Open) -> Admission {
        connection.turn.take(from: turns)
        return state.withLock { state in
            guard !state.isStopped else { return .refused }
            let isFull = state.connections.count >= limits.connections
            if isFull {
                guard limits.makesRoom, state.leaving < limits.connections, makeRoom(&state) else { return .refused }
            }
            state.number += 1
            state.connections[state.number] = connection
            return .admitted(state.number, hasMadeRoom: isFull)
        }
    }

    /// Marks that a connection begins a request.
    func beginRequest(_ turn: RequestTurn) {
        guard limits.makesRoom else { return }
        turn.take(from: turns)
        turn.isServing.store(true, ordering: .relaxed)
    }

    func endRequest(_ turn: RequestTurn) { turn.isServing.store(false, ordering: .relaxed) }

    /// Closes the connection that waits for a request, or else is in one, for the longest.
    private func makeRoom(_ state: inout State) -> Bool {
        let order = state.connections.min { one, other in
            let (one, other) = (one.value.turn, other.value.turn)
            let isServing = (one.isServing.load(ordering: .relaxed), other.isServing.load(ordering: .relaxed))
            return isServing.0 == isServing.1 ? one.number < other.number : !isServing.0
        }
        guard let (number, connection) = order else { return false }
        state.connections[number] = nil
        state.leaving += 1
        connection.end()
        return true
    }

    /// Ends connections by their sockets, which stay open meanwhile.
    func end(where isMeant: (CInt) -> Bool) {
        state.withLock { state in
            for connection in state.connections.values where isMeant(connection.descriptor) { connection.end() }
        }
    }

    /// Before its socket is closed: the number of that may be another's at once.
    func remove(_ number: Int) {
        state.withLock { if $0.connections.removeValue(forKey: number) == nil { $0.leaving -= 1 } }
    }

    /// Whether it was not stopped before.
    func stop() -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            state.isStopped = true
            for connection in state.connections.values { connection.end() }
            return true
        }
    }
}
