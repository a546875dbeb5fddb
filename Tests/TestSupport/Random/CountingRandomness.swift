import SessionCore
import Synchronization

/// Bytes that differ on every call and between any two instances.
///
/// Two sessions in one test thus never share an id, as two processes never do.
package final class CountingRandomness: SessionRandomness {
    private static let instances = Atomic<UInt64>(0)

    private let instance = CountingRandomness.instances.add(1, ordering: .relaxed).newValue
    private let calls = Atomic<UInt64>(0)

    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        let call = calls.add(1, ordering: .relaxed).newValue
        var generator = SeededGenerator(seed: instance << 32 | call)
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
