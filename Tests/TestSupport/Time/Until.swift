/// Asks again and again until a condition holds: for what has no gate of its own.
///
/// Throws ``NeverCame`` with what was `seen` instead once ``patience`` has passed. After a few turns it pauses in
/// between, so that a hundred tests that wait leave the threads to those that are waited for.
package func until(
    seen: @Sendable @autoclosure () -> String = "", file: String = #filePath, line: Int = #line,
    _ condition: @Sendable () async throws -> Bool
) async throws {
    var turns = 0
    var waited = Duration.zero
    while true {
        let start = ContinuousClock.now
        if try await condition() { return }
        try Task.checkCancellation()
        guard waited < patience else { throw NeverCame(seen(), file: file, line: line) }
        turns += 1
        if turns < 20 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(2)) }
        // A turn that took longer was spent waiting for a thread, as who is waited for may do, too.
        waited += min(ContinuousClock.now - start, .milliseconds(100))
    }
}
