import HostSystem

/// What one subject did in one stretch of time.
struct Run {
    var requests: Int { latencies.count }
    let seconds: Double
    /// User and system time of this process, all threads.
    let processorSeconds: Double
    /// One entry for each request, in ascending order, in microseconds.
    let latencies: [UInt32]

    init(seconds: Double, processorSeconds: Double, latencies: [UInt32]) {
        self.seconds = seconds
        self.processorSeconds = processorSeconds
        self.latencies = latencies.sorted()
    }

    var requestsPerSecond: Double { Double(requests) / seconds }

    var processorMicroseconds: Double { processorSeconds * 1e6 / Double(max(requests, 1)) }

    /// The latency that this share of the requests did not exceed (nearest rank).
    func milliseconds(_ share: Double) -> Double {
        guard !latencies.isEmpty else { return 0 }
        let rank = Int((share * Double(latencies.count)).rounded(.up))
        return Double(latencies[min(max(rank, 1), latencies.count) - 1]) / 1000
    }
}

/// Time on the monotonic clock and on the processor, from its creation on.
struct Stopwatch {
    private let start = ContinuousClock.now
    private let processorStart = Stopwatch.processorTime

    func run(latencies: [UInt32]) -> Run {
        Run(
            seconds: start.duration(to: .now) / .seconds(1),
            processorSeconds: Self.processorTime - processorStart, latencies: latencies)
    }

    private static var processorTime: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}

extension UInt32 {
    /// Whole microseconds since `start`.
    init(microsecondsSince start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = start.duration(to: .now).components
        self.init(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
