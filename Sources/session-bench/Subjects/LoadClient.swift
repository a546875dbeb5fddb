import FoundationEssentials

/// A way to send many requests.
protocol LoadClient {
    /// Keeps `concurrency` GET requests under way for that long; each must be answered 2xx.
    func run(_ url: URL, concurrency: Int, length: Duration) async throws(BenchError) -> Run
}
