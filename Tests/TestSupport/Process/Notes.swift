import Synchronization

/// Keeps what arrives on other threads.
package final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    package init() {}

    package var all: [Value] { values.withLock { $0 } }

    package func add(_ value: Value) { values.withLock { $0.append(value) } }
}
