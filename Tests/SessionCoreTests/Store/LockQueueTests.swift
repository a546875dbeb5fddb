import Synchronization
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct LockQueueTests {
    @Test func `a store of one's own locks by a queue`() async throws {
        let lock = try await queue.lock(within: .zero, clock: clock)
        let late = Task { [queue, clock] in try await queue.lock(within: .seconds(5), clock: clock) }
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        await #expect(throws: StoreError.locked("another session of this program")) { try await late.value }
        lock.release()
        try await queue.lock(within: .zero, clock: clock).release()
    }

    private final class Order: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    private let queue = LockQueue()
    private let clock = TestClock()

    @Test func `invariant 27: the lock is given in the order in which it was asked for`() async throws {
        #expect(await queue.wait(within: .seconds(5), clock: clock) == .locked)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask { [queue, clock] in
                    #expect(await queue.wait(within: .seconds(5), clock: clock) == .locked)
                    order.numbers.withLock { $0.append(number) }
                    queue.unlock()
                }
                try await clock.sleepers(atLeast: number + 1)
            }
            queue.unlock()
            try await group.waitForAll()
        }
        #expect(order.numbers.withLock { $0 } == [0, 1, 2])
        #expect(await queue.wait(within: .seconds(5), clock: clock) == .locked)
    }

    @Test func `invariant 27: a wait for the lock ends in time, and leaves the others in line`() async throws {
        #expect(await queue.wait(within: .seconds(5), clock: clock) == .locked)
        let short = Task { [queue, clock] in await queue.wait(within: .seconds(5), clock: clock) }
        try await clock.sleepers(atLeast: 1)
        let long = Task { [queue, clock] in await queue.wait(within: .seconds(10), clock: clock) }
        try await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(5))
        #expect(await short.value == .timedOut)
        queue.unlock()
        #expect(await long.value == .locked)
    }

    @Test(arguments: [true, false])
    func `invariant 3: a cancelled wait for the lock ends at once, whenever it was cancelled`(isEarly: Bool)
        async throws
    {
        #expect(await queue.wait(within: .seconds(5), clock: clock) == .locked)
        let waiter = Task { [queue, clock] in
            while isEarly, !Task.isCancelled { await Task.yield() }
            return await queue.wait(within: .seconds(5), clock: clock)
        }
        if !isEarly { try await clock.sleepers(atLeast: 1) }
        waiter.cancel()
        #expect(await waiter.value == .cancelled)
        queue.unlock()
        #expect(await queue.wait(within: .seconds(5), clock: clock) == .locked)
    }
}
