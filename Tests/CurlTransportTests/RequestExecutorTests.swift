import CurlTransport
import Dispatch
import FoundationEssentials
import Glibc
import HTTPServer
import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RequestExecutorTests {
    @Test func `all tasks that prefer it share one thread, which is nobody else's`() async throws {
        let executor = RequestExecutor()
        let threads = Collector<UInt>()
        await withTaskExecutorPreference(executor) {
            await withTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        for _ in 0..<10 {
                            threads.add(currentThread())
                            await Task.yield()
                        }
                    }
                }
            }
        }
        #expect(threads.all.count == 500)
        #expect(Set(threads.all).count == 1)
        let elsewhere = Collector<UInt>()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { elsewhere.add(currentThread()) } }
        }
        #expect(Set(elsewhere.all).isDisjoint(with: threads.all))
        // The name of a thread that has ended may be another's.
        withExtendedLifetime(executor) {}
    }

    @Test func `a burst of requests goes out from one thread and every answer comes back to it`() async throws {
        let server = try HTTPServer.start { request in ServerResponse(contentType: "text/plain", text: request.path) }
        let transport = CurlTransport.patient()
        let url = try server.url("/")
        let threads = Collector<UInt>()
        let answers = try await withTaskExecutorPreference(RequestExecutor()) {
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let answer = try await transport.send(HTTPRequest(url: url.appendingPathComponent("\(number)")))
                        threads.add(currentThread())
                        return answer.text
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
        }
        #expect(answers == Set((0..<200).map { "/\($0)" }))
        #expect(Set(threads.all).count == 1)
        await server.stop()
    }

    @Test func `whoever wakes a task from another thread is heard, however often and however many at once`() async {
        let executor = RequestExecutor()
        let woken = await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        var woken = 0
                        for turn in 0..<200 {
                            woken += await withCheckedContinuation { continuation in
                                DispatchQueue.global().async { continuation.resume(returning: number &+ turn) }
                            }
                        }
                        return woken
                    }
                }
                return await group.reduce(0, +)
            }
        }
        #expect(woken == (0..<20).reduce(0) { $0 + 200 * $1 } + 20 * (0..<200).reduce(0, +))
    }

    @Test func `a task that is the last to need it lets go of it on its own thread`() async throws {
        for _ in 0..<50 {
            let executor = Watched()
            await executor.begin { await Task.yield() }.value
            try await until { executor.isGone }
        }
    }
}

private func currentThread() -> UInt {
    UInt(pthread_self())
}

/// Watches an executor that only its task keeps.
private final class Watched: Sendable {
    private struct State {
        weak var executor: RequestExecutor?
    }

    private let state = Mutex(State())

    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let executor = RequestExecutor()
        state.withLock { $0.executor = executor }
        return Task(executorPreference: executor, operation: work)
    }

    var isGone: Bool { state.withLock { $0.executor == nil } }
}
