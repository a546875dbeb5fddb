import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(1)))
struct BackOffRules {
    private let start = Duration.seconds(1_000)

    @Test func `invariant 8: each failure in a row doubles the wait, from a second up to a minute`() {
        var backOff = BackOff()
        let waits = (0..<70).map { _ in backOff.noteFailure(startedAt: start, endedAt: start, retryAfter: nil) }
        #expect(waits.prefix(7) == [1, 2, 4, 8, 16, 32, 60].map { .seconds($0) }[...])
        #expect(waits.dropFirst(7).allSatisfy { $0 == .seconds(60) })
        #expect(backOff.failures == 70)
    }

    @Test func `invariant 8: the wait is over at its very end, and what is left of it is told until then`() {
        var backOff = BackOff()
        #expect(backOff.remaining(at: start) == nil)
        _ = backOff.noteFailure(startedAt: start, endedAt: start, retryAfter: .seconds(10))
        #expect(backOff.remaining(at: start) == .seconds(10))
        #expect(backOff.remaining(at: start + .seconds(9)) == .seconds(1))
        #expect(backOff.remaining(at: start + .seconds(10)) == nil)
    }

    @Test(arguments: [
        // The provider's wish, and how long the first failure's back-off of a second becomes with it.
        (-5, 1), (0, 1), (1, 1), (2, 2), (3_599, 3_599), (3_600, 3_600), (3_601, 3_600), (86_400, 3_600),
    ])
    func `invariant 8: Retry-After lengthens the wait, up to an hour, and never shortens it`(asked: Int, wait: Int) {
        var backOff = BackOff()
        let delay = backOff.noteFailure(startedAt: start, endedAt: start, retryAfter: .seconds(asked))
        #expect(delay == .seconds(wait))
        #expect(backOff.remaining(at: start) == .seconds(wait))
    }

    @Test func `invariant 8: the wait counts from the attempt's start, and Retry-After from its answer`() {
        var backOff = BackOff()
        let answer = start + .seconds(30)
        var wait = backOff.noteFailure(startedAt: start, endedAt: answer, retryAfter: nil)
        #expect(wait == .zero)
        #expect(backOff.remaining(at: answer) == nil)
        wait = backOff.noteFailure(startedAt: start, endedAt: answer, retryAfter: .seconds(5))
        #expect(wait == .seconds(5))
        #expect(backOff.remaining(at: answer) == .seconds(5))
        // The third failure's 4 s, of which the answer took one.
        wait = backOff.noteFailure(startedAt: start, endedAt: start + .seconds(1), retryAfter: nil)
        #expect(wait == .seconds(3))
    }

    @Test func `invariant 8: a success ends the wait, and the next failure counts as the first again`() {
        var backOff = BackOff()
        for _ in 0..<5 { _ = backOff.noteFailure(startedAt: start, endedAt: start, retryAfter: .seconds(100)) }
        backOff.noteSuccess()
        #expect(backOff == BackOff())
        #expect(backOff.remaining(at: start) == nil)
        let wait = backOff.noteFailure(startedAt: start, endedAt: start, retryAfter: nil)
        #expect(wait == .seconds(1))
    }
}
