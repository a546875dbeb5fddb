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
    @Test(arguments: [false, true])
    func `all tasks that prefer it share one thread, which is nobody else's`(isShared: Bool) async throws {
        let executor = executor(isShared)
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

    @Test func `tasks share the thread of a transport's transfers, on which bodies arrive`() async throws {
        let server = try HTTPServer.start { request in ServerResponse(contentType: "text/plain", text: request.path) }
        let transport = CurlTransport.patient()
        let url = try server.url("/")
        let (tasks, bodies) = (Collector<UInt>(), Collector<UInt>())
        let size = try await withTaskExecutorPreference(RequestExecutor(of: transport)) {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<7 {
                    group.addTask {
                        var request = HTTPRequest(url: url.appendingPathComponent("\(number)"))
                        request.bodyReceiver = HTTPBodyReceiver(begin: { _ in }) { _ in
                            bodies.add(currentThread())
                            return true
                        }
                        let answer = try await transport.send(request)
                        tasks.add(currentThread())
                        return answer.receivedSize
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        #expect(size == 7 * "/0".utf8.count)
        #expect(bodies.all.count >= 7)
        #expect(Set(tasks.all).count == 1)
        #expect(Set(tasks.all) == Set(bodies.all))
        await server.stop()
    }

    @Test func `answers come to the thread of a transport where another task of it never rests`() async throws {
        let server = try HTTPServer.start { request in ServerResponse(contentType: "text/plain", text: request.path) }
        let transport = CurlTransport.patient()
        let url = try server.url("/answer")
        let executor = RequestExecutor(of: transport)
        let restless = Task(executorPreference: executor) { while !Task.isCancelled { await Task.yield() } }
        let text = try await withTaskExecutorPreference(executor) {
            try await transport.send(HTTPRequest(url: url)).text
        }
        restless.cancel()
        #expect(text == "/answer")
        await server.stop()
    }

    @Test(arguments: [false, true])
    func `whoever wakes a task from another thread is heard, however often and however many at once`(
        isShared: Bool
    ) async {
        let executor = executor(isShared)
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

    @Test(arguments: [false, true])
    func `a task that is the last to need it lets go of it on its own thread`(isShared: Bool) async throws {
        for _ in 0..<50 {
            let executor = Watched(isShared)
            await executor.begin { await Task.yield() }.value
            try await until { executor.isGone }
        }
    }
}

/// One with a thread of its own, or one that shares that of a new transport.
private func executor(_ isShared: Bool) -> RequestExecutor {
    isShared ? RequestExecutor(of: .patient()) : RequestExecutor()
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
    private let isShared: Bool

    init(_ isShared: Bool) { self.isShared = isShared }

    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let executor = executor(isShared)
        state.withLock { $0.executor = executor }
        return Task(executorPreference: executor, operation: work)
    }

    var isGone: Bool { state.withLock { $0.executor == nil } }
}
