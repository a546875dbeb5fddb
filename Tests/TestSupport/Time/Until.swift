/// Asks again and again until a condition holds: for what has no gate of its own.
///
/// The test's time limit bounds it.
package func until(_ condition: @Sendable () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
