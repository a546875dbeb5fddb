import Synchronization

/// A number of places; whoever finds none free waits in line.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var line: [Gate] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Runs `work` in a place; throws `CancellationError` when the task is cancelled in the line.
    func occupied(_ work: () async throws -> Void) async throws {
        try await enter()
        defer { leave() }
        try await work()
    }

    private func enter() async throws {
        let turn = state.withLock { state -> Gate? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let turn = Gate()
            state.line.append(turn)
            return turn
        }
        guard let turn else { return }
        do {
            try await turn.passedAtLast()
        } catch {
            let isInLine = state.withLock { state in
                let place = state.line.firstIndex { $0 === turn }
                if let place { state.line.remove(at: place) }
                return place != nil
            }
            // The place came in the same moment.
            if !isInLine { leave() }
            throw error
        }
    }

    private func leave() {
        let next = state.withLock { state -> Gate? in
            guard !state.line.isEmpty else {
                state.free += 1
                return nil
            }
            return state.line.removeFirst()
        }
        next?.open()
    }
}
