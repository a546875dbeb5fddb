import Dispatch
package import SessionHTTP
import Synchronization

/// The lines for the host, written in order by a queue of its own: a host that does not read holds nothing else up.
package final class HostOutput: Sendable {
    private let queue = DispatchQueue(label: "host-output")
    private let waiting = Atomic(0)
    private let limit: Int
    private let write: @Sendable ([UInt8]) -> Void
    /// Whether there is somebody who may read.
    let isHeard: @Sendable () -> Bool

    /// - Parameters:
    ///   - limit: How many bytes may wait for the host.
    ///   - isHeard: Whether there is somebody who may read; asked again and again while calls end.
    ///   - write: Writes a line; it may block.
    package init(
        limit: Int = 32 << 20, isHeard: @escaping @Sendable () -> Bool = { true },
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        (self.limit, self.isHeard, self.write) = (limit, isHeard, write)
    }

    /// Returns `false`, and drops the line, where the host has too much to read already.
    @discardableResult
    package func send(_ line: [UInt8]) -> Bool {
        guard waiting.add(line.room, ordering: .relaxed).newValue <= limit || line.room > limit else {
            waiting.subtract(line.room, ordering: .relaxed)
            return false
        }
        enqueue(line)
        return true
    }

    /// Sends the bridge's own answer to a call, which has room of its own: the host waits for it, and it is short.
    ///
    /// A host that calls on and on, and reads nothing, has more to read than it ever will: no more is kept for it.
    func answer(_ line: [UInt8]) {
        guard waiting.add(line.room, ordering: .relaxed).newValue <= 2 * limit else {
            waiting.subtract(line.room, ordering: .relaxed)
            return
        }
        enqueue(line)
    }

    private func enqueue(_ line: [UInt8]) {
        queue.async { [self] in
            write(line)
            waiting.subtract(line.room, ordering: .relaxed)
        }
    }

    /// Returns once all is written, or after the limit.
    package func drain(within limit: Duration, clock: any SessionClock) async {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        queue.async { continuation.finish() }
        let timer = Task {
            try? await clock.sleep(for: limit)
            continuation.finish()
        }
        for await _ in ends {}
        timer.cancel()
    }
}

extension [UInt8] {
    /// What a line takes while it waits: a short one less for itself than for its place in the queue.
    fileprivate var room: Int { count + 256 }
}
