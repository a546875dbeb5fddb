import SessionCore
import Synchronization

/// Bytes that differ on every call and are the same in every run.
package final class CountingRandomness: SessionRandomness {
    private let calls = Mutex<UInt8>(0)

    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        let call = calls.withLock { calls in
            calls &+= 1
            return calls
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: $0) ^ call }
    }
}
