import SessionCore

/// The CPU of a refresh by the size of the tokens, with a provider in memory and more secrets than a session keeps.
struct RefreshBench {
    private static let sizes = [40, 800, 1_600]
    private static let warmUp = 70
    private static let count = 500

    /// Prints the medians of five rounds, beside their ratio to the smallest tokens'.
    func run() async throws(BenchError) {
        print("refreshes of two tokens, in microseconds of CPU each")
        var baseline: Double?
        for size in Self.sizes {
            let session = try await signedIn(size)
            try await refresh(session, times: Self.warmUp)
            var rounds: [Double] = []
            for _ in 0..<5 {
                let stopwatch = Stopwatch()
                try await refresh(session, times: Self.count)
                rounds.append(stopwatch.run(latencies: []).processorSeconds * 1e6 / Double(Self.count))
            }
            let median = rounds.sorted()[rounds.count / 2]
            print("  \(size) bytes  \(median.text(1))  ratio \((median / (baseline ?? median)).text(2))")
            baseline = baseline ?? median
        }
    }

    private func refresh(_ session: Session, times: Int) async throws(BenchError) {
        do {
            for _ in 0..<times { try await session.refresh() }
        } catch {
            throw .requestFailed("\(error)")
        }
    }

    private func signedIn(_ size: Int) async throws(BenchError) -> Session {
        let session = Session(
            client: ClientConfiguration(issuer: TokenProvider.issuer, clientID: "session-bench"),
            transport: TokenProvider(size: size), store: MemoryStore())
        do {
            try await session.configure()
            try await session.signIn(ImportFlow(json: Secret(TokenProvider.answer(size))))
        } catch {
            throw .noSession("\(error)")
        }
        return session
    }
}
