/// Asks again and again until a condition holds: for what has no gate of its own.
///
/// The test's time limit bounds it. After a few turns it pauses in between, so that a hundred tests that wait leave the
/// threads to those that are waited for.
package func until(_ condition: @Sendable () async throws -> Bool) async throws {
    var turns = 0
    while try await !condition() {
        try Task.checkCancellation()
        turns += 1
        if turns < 20 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(2)) }
    }
}
