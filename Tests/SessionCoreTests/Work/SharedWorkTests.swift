import Synchronization
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct SharedWorkTests {
    private final class Count: Sendable {
        private let last = Atomic(0)

        func next() -> Int { last.add(1, ordering: .relaxed).newValue }
    }

    @Test func `work for one key is done once for all that want it, and anew when it has ended`() async throws {
        let work = SharedWork<String, Int>()
        let gate = Gate()
        let count = Count()
        let begin: @Sendable () async throws(SessionError) -> Int = { () async throws(SessionError) in
            do { try await gate.passed() } catch { throw .cancelled }
            return count.next()
        }
        let first = work.outcome(of: "a", begin)
        #expect(work.outcome(of: "a", begin) === first)
        #expect(work["a"] === first)
        let other = work.outcome(of: "b", begin)
        #expect(other !== first)
        gate.open()
        let values = try await [first.value(), other.value()]
        #expect(values.sorted() == [1, 2])
        #expect(work["a"] == nil)
        let again = try await work.outcome(of: "a", begin).value()
        #expect(again == 3)
    }

    @Test func `a failure goes to all and is not kept`() async throws {
        let work = SharedWork<Int, Int>()
        let failing = work.outcome(of: 1) { () async throws(SessionError) in throw .noSession }
        #expect(await sessionError { _ = try await failing.value() } == .noSession)
        #expect(try await work.outcome(of: 1) { 5 }.value() == 5)
    }
}
