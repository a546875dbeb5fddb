import Glibc
import Synchronization

/// Keeps what arrives on other threads.
package final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    package init() {}

    package var all: [Value] { values.withLock { $0 } }

    package func add(_ value: Value) { values.withLock { $0.append(value) } }

    /// Holds the thread until there are so many; throws ``NeverCame`` once ``patience`` has passed.
    package func wait(for count: Int, file: String = #filePath, line: Int = #line) throws {
        let end = ContinuousClock.now + patience
        while all.count < count {
            guard ContinuousClock.now < end else { throw NeverCame("\(all)", file: file, line: line) }
            usleep(1_000)
        }
    }
}
