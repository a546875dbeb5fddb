import Synchronization

/// Work that is done once, by key, for all callers that request it at the same time.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let running = Mutex<[Key: SharedOutcome<Value>]>([:])

    /// The outcome of the work under way for a key; `nil` where there is none.
    subscript(key: Key) -> SharedOutcome<Value>? { running.withLock { $0[key] } }

    /// Joins the work under way for a key, or begins it in a task of its own.
    func outcome(
        of key: Key, _ work: @escaping @Sendable () async throws(SessionError) -> Value
    ) -> SharedOutcome<Value> {
        running.withLock { running in
            if let outcome = running[key] { return outcome }
            let outcome = SharedOutcome<Value>()
            running[key] = outcome
            Task {
                let result: Result<Value, SessionError>
                do throws(SessionError) {
                    result = .success(try await work())
                } catch {
                    result = .failure(error)
                }
                self.running.withLock { $0[key] = nil }
                outcome.finish(result)
            }
            return outcome
        }
    }
}
