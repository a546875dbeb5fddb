/// The queues of one transport, each with a thread of its own.
///
/// One thread does for a person's requests, and keeps those to one server on few connections. A burst is more than it
/// can keep up with, so a second one takes its share, where the machine has a processor for it.
struct TransferQueues: Sendable {
    /// How many exchanges the first thread has before the second one is asked.
    static let fullLoad = 8

    private let first: TransferQueue
    private let second: TransferQueue?

    init(configuration: CurlTransport.Configuration, processors: Int) {
        // Where there is one processor, who stays awake keeps others from what is waited for.
        first = TransferQueue(configuration: configuration, vigil: processors > 1 ? Vigil.usual : .zero)
        // Threads don't know of each other's connections, so where these are limited there is one.
        let isAlone = processors <= 2 || configuration.maximumConnections > 0
        second = isAlone ? nil : TransferQueue(configuration: configuration, vigil: .zero)
    }

    /// Performs one hop, without following redirects.
    nonisolated(nonsending) func perform(_ hop: Hop) async -> Hop.Answer {
        await leastBusy.perform(hop)
    }

    /// How many exchanges each thread has.
    var loads: [Int] { [first.load] + (second.map { [$0.load] } ?? []) }

    /// Ends the threads and waits for their end.
    func stop() {
        first.stop()
        second?.stop()
    }

    private var leastBusy: TransferQueue {
        let load = first.load
        guard load >= Self.fullLoad, let second, second.load < load else { return first }
        return second
    }
}
