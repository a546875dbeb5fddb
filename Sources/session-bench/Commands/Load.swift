import FoundationEssentials

/// Drives one URL through `Session.send` and prints the result, for other measurements to use.
struct Load {
    let url: URL
    let concurrency: Int
    let length: Duration

    func run() async throws(BenchError) {
        let run = try await ClientSubject.session().run(url, concurrency: concurrency, length: length)
        print(
            """
            {"requests":\(run.requests),"seconds":\(run.seconds.rounded(3)),\
            "p50_ms":\(run.milliseconds(0.5).rounded(3)),"p99_ms":\(run.milliseconds(0.99).rounded(3))}
            """)
    }
}
