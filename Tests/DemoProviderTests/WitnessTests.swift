import DemoProvider
import FoundationEssentials
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WitnessTests {
    private final class Witness: RequestWitness {
        let news = Mutex<[String]>([])

        func received(_ id: Int, _ request: ServerRequest, time: Date) {
            news.withLock { $0.append("\(id) \(request.path)") }
        }
        func struck(_ id: Int, by mark: Int) { news.withLock { $0.append("\(id) struck by \(mark)") } }
        func answered(_ id: Int, _ response: ServerResponse, time: Date) {
            news.withLock { $0.append("\(id) \(response.status)") }
        }
    }

    @Test func `a witness sees which fault strikes which request`() async throws {
        let witness = Witness()
        try await withProvider {
            $0.witness = witness
        } visit: { visitor async throws in
            await visitor.provider.inject(.status(503), at: .endpoint(.token), mark: 7)
            await visitor.provider.inject(.status(500), at: .api, times: 2, mark: 8)
            await visitor.provider.inject(.status(429), at: .api)
            _ = try await visitor.get(visitor.provider.api + "/orders")
            _ = try await visitor.refresh("any")
            for _ in 0..<3 { _ = try await visitor.get(visitor.provider.api + "/orders") }
            #expect(
                witness.news.withLock(\.self) == [
                    "1 /orders", "1 struck by 8", "1 500", "2 /token", "2 struck by 7", "2 503", "3 /orders",
                    "3 struck by 8", "3 500", "4 /orders", "4 429", "5 /orders", "5 401",
                ])
        }
    }
}
