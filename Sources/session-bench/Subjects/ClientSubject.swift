import CurlTransport
import FoundationEssentials
import SessionCore

/// One task for each request under way, on a client that answers with a status; every run has a new one.
struct ClientSubject: LoadClient {
    typealias Send = @Sendable (HTTPRequest) async throws -> Int

    /// Where the tasks run.
    enum Place {
        /// On a thread of their own.
        case own
        /// On that of the transfers.
        case shared
        /// In the system's pool.
        case pool
    }

    let place: Place
    let makeSend: @Sendable (URL, CurlTransport) async throws(BenchError) -> Send

    /// The transport by itself.
    static let transport = ClientSubject(place: .own) { _, transport in
        return { try await transport.send($0).status }
    }

    /// A session, signed in.
    static func session(on place: Place = .shared) -> ClientSubject {
        ClientSubject(place: place) { url, transport async throws(BenchError) in
            let session = try await signedIn(for: url, transport)
            return { try await session.send($0).response.status }
        }
    }

    /// Its requests to `url` carry a made-up bearer token that is valid for a day.
    private static func signedIn(for url: URL, _ transport: CurlTransport) async throws(BenchError) -> Session {
        var configuration = ClientConfiguration(
            issuer: "https://issuer.invalid", clientID: "session-bench", scope: [], apis: [url])
        configuration.allowsPlainHTTP = true
        configuration.endpoints = [.token: url]
        configuration.keptEvents = 2_000  // with which earlier figures were taken
        let session = Session(client: configuration, transport: transport, store: MemoryStore())
        do {
            try await session.configure()
            try await session.signIn(
                ImportFlow(json: Secret(#"{"access_token":"made-up","token_type":"Bearer","expires_in":86400}"#)))
        } catch {
            throw .noSession("\(error)")
        }
        return session
    }

    func run(_ url: URL, concurrency: Int, length: Duration) async throws(BenchError) -> Run {
        let transport = CurlTransport()
        let send = try await makeSend(url, transport)
        let executor: RequestExecutor? =
            switch place {
            case .own: RequestExecutor()
            case .shared: RequestExecutor(of: transport)
            case .pool: nil
            }
        let stopwatch = Stopwatch()
        let end = ContinuousClock.now + length
        let results = await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Result<[UInt32], BenchError>.self) { group in
                for _ in 0..<concurrency {
                    group.addTask { await repeatedly(send, HTTPRequest(url: url), until: end) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        var latencies: [UInt32] = []
        for result in results { latencies += try result.get() }
        return stopwatch.run(latencies: latencies)
    }

    private func repeatedly(
        _ send: Send, _ request: HTTPRequest, until end: ContinuousClock.Instant
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
