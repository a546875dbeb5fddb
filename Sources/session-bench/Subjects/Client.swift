import CurlTransport
import FoundationEssentials
import SessionCore

/// One task for each request under way, on a client that answers with a status.
struct Client: Subject {
    /// Where the tasks run; `nil` for the system's pool.
    let executor: RequestExecutor?
    let send: @Sendable (HTTPRequest) async throws -> Int

    /// The transport by itself.
    static func transport() -> Client {
        let transport = CurlTransport()
        return Client(executor: RequestExecutor()) { try await transport.send($0).status }
    }

    /// A signed-in session whose requests to `url` carry a bearer token, made up and good for a day.
    static func session(
        for url: URL, on executor: RequestExecutor? = RequestExecutor()
    ) async throws(BenchError) -> Client {
        var configuration = ClientConfiguration(
            issuer: "https://issuer.invalid", clientID: "session-bench", scope: [], apis: [url])
        configuration.allowsPlainHTTP = true
        configuration.endpoints = [.token: url]
        let session = Session(client: configuration, transport: CurlTransport(), store: MemoryStore())
        do {
            try await session.configure()
            try await session.signIn(
                ImportFlow(json: Secret(#"{"access_token":"made-up","token_type":"Bearer","expires_in":86400}"#)))
        } catch {
            throw .noSession("\(error)")
        }
        return Client(executor: executor) { try await session.send($0).response.status }
    }

    func run(_ url: URL, concurrency: Int, length: Duration) async throws(BenchError) -> Run {
        let stopwatch = Stopwatch()
        let end = ContinuousClock.now + length
        let results = await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Result<[UInt32], BenchError>.self) { group in
                for _ in 0..<concurrency {
                    group.addTask { await sendRepeatedly(HTTPRequest(url: url), until: end) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        var latencies: [UInt32] = []
        for result in results { latencies += try result.get() }
        return stopwatch.run(latencies: latencies)
    }

    private func sendRepeatedly(
        _ request: HTTPRequest, until end: ContinuousClock.Instant
    ) async -> Result<[UInt32], BenchError> {
        var latencies: [UInt32] = []
        while true {
            let start = ContinuousClock.now
            guard start < end else { return .success(latencies) }
            do {
                let status = try await send(request)
                guard (200..<300).contains(status) else { return .failure(.requestFailed("status \(status)")) }
                latencies.append(UInt32(microsecondsSince: start))
            } catch {
                return .failure(.requestFailed("\(error)"))
            }
        }
    }
}
