import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct SharedOutcomeTests {
    private let outcome = SharedOutcome<Int>()

    @Test func `every waiter gets the result, late ones at once`() async throws {
        let waiters = (0..<3).map { _ in Task { [outcome] in try await outcome.value() } }
        try await until { [outcome] in outcome.waiterCount == 3 }
        outcome.finish(.success(1))
        for waiter in waiters { #expect(try await waiter.value == 1) }
        let gate = Gate()
        let late = Task { [outcome] in
            defer { gate.open() }
            return try await outcome.value()
        }
        try await until { [outcome] in gate.isOpen || outcome.waiterCount == 1 }
        late.cancel()
        #expect(try await late.value == 1)
        #expect(outcome.waiterCount == 0)
    }

    @Test func `the first result counts`() async throws {
        outcome.finish(.failure(.sessionChanged))
        outcome.finish(.success(1))
        let outcome = outcome
        #expect(await sessionError { _ = try await outcome.value() } == .sessionChanged)
    }

    @Test func `invariant 3: a waiter that is cancelled leaves at once and alone`() async throws {
        let leaving = Task { [outcome] in try await outcome.value() }
        let staying = Task { [outcome] in try await outcome.value() }
        try await until { [outcome] in outcome.waiterCount == 2 }
        leaving.cancel()
        #expect(await sessionError { _ = try await leaving.value } == .cancelled)
        #expect(outcome.waiterCount == 1)
        outcome.finish(.success(1))
        #expect(try await staying.value == 1)
    }

    @Test func `invariant 3: a waiter that was cancelled before it waits does not wait`() async throws {
        let gate = Gate()
        let waiter = Task { [outcome] in
            defer { gate.open() }
            while !Task.isCancelled { await Task.yield() }
            return try await outcome.value()
        }
        waiter.cancel()
        try await until { [outcome] in gate.isOpen || outcome.waiterCount == 1 }
        // A waiter that hung would be let go with this instead.
        outcome.finish(.success(1))
        #expect(await sessionError { _ = try await waiter.value } == .cancelled)
    }
}
