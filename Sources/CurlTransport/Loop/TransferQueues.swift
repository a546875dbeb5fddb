/// The queues of one transport, each with a thread of its own.
///
/// One thread suffices for single requests, and keeps those to one server on few connections. In a burst a second one
/// takes a share, if the machine has a processor for it.
struct TransferQueues: Sendable {
    /// How many exchanges the first thread has before the second one gets any.
    static let fullLoad = 8

    let first: TransferQueue
    private let second: TransferQueue?

    init(configuration: CurlTransport.Configuration, processors: Int) {
        // With one processor, a thread that stays awake would delay the work that it waits for.
        let vigil = processors > 1 ? Vigil.usual : .zero
        let limit = configuration.maximumConnectionsPerHost
        let places = limit > 0 ? limit : Int.max
        // Threads don't count each other's hops, so each has half of the places, where that is enough for both.
        guard processors > 2, places >= 2 * Self.fullLoad else {
            first = TransferQueue(configuration: configuration, places: places, vigil: vigil)
            second = nil
            return
        }
        first = TransferQueue(configuration: configuration, places: places - places / 2, vigil: vigil)
        second = TransferQueue(configuration: configuration, places: places / 2, vigil: .zero)
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
