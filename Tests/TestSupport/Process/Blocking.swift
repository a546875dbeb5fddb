/// Runs what blocks on a thread of its own, so that the tests beside it go on.
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        onOwnThread { continuation.resume(with: Swift.Result(catching: work)) }
    }
}
