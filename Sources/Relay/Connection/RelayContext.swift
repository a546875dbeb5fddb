import CurlTransport
import Dispatch
import HostSystem
import Synchronization

/// What the threads of a relay share.
final class RelayContext: Sendable {
    struct Open {
        let descriptor: CInt
        let executor: ThreadExecutor
    }

    private struct State {
        var isStopped = false
        var connections: [Int: Open] = [:]
        var number = 0
    }

    let owner: any RelayOwner
    let dialler: Dialler
    let limits: RelayLimits
    /// The threads that run.
    let threads = DispatchGroup()
    private let state = Mutex(State())

    init(owner: any RelayOwner, dialler: Dialler, limits: RelayLimits) {
        (self.owner, self.dialler, self.limits) = (owner, dialler, limits)
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// `nil` where there are too many, or it is too late.
    func add(_ connection: Open) -> Int? {
        state.withLock { state in
            guard !state.isStopped, state.connections.count < limits.connections else { return nil }
            state.number += 1
            state.connections[state.number] = connection
            return state.number
        }
    }

    /// Before its socket is closed: the number of that may be another's at once.
    func remove(_ number: Int) {
        state.withLock { _ = $0.connections.removeValue(forKey: number) }
    }

    /// Whether it was not stopped before.
    func stop() -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            state.isStopped = true
            for connection in state.connections.values {
                shutdown(connection.descriptor, CInt(SHUT_RDWR))
                connection.executor.cancel()
            }
            return true
        }
    }
}
