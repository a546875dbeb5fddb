import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct BackOffRules {
    private let start = Duration.seconds(1_000)

    private func failure(_ retryAfter: Duration?) -> SessionError {
        .server(status: 503, during: .token, retryAfter: retryAfter)
    }

    @Test func `invariant 8: each failure in a row doubles the wait, from a second up to a minute`() {
        var backOff = BackOff()
        let waits = (0..<70).map { _ in backOff.countFailure(failure(nil), startedAt: start, endedAt: start) }
        #expect(waits.prefix(7) == [1, 2, 4, 8, 16, 32, 60].map { .seconds($0) }[...])
        #expect(waits.dropFirst(7).allSatisfy { $0 == .seconds(60) })
        #expect(backOff.failures == 70)
    }

    @Test func `invariant 8: the wait is over at its very end, and what is left of it is told until then`() {
        var backOff = BackOff()
        #expect(backOff.pause(at: start)?.remaining == nil)
        _ = backOff.countFailure(failure(.seconds(10)), startedAt: start, endedAt: start)
        #expect(backOff.pause(at: start)?.remaining == .seconds(10))
        #expect(backOff.pause(at: start)?.failure == failure(.seconds(10)))
        #expect(backOff.pause(at: start + .seconds(9))?.remaining == .seconds(1))
        #expect(backOff.pause(at: start + .seconds(10))?.remaining == nil)
    }

    @Test(arguments: [
        // The provider's wish, and how long the first failure's back-off of a second becomes with it.
        (-5, 1), (0, 1), (1, 1), (2, 2), (3_599, 3_599), (3_600, 3_600), (3_601, 3_600), (86_400, 3_600),
    ])
    func `invariant 8: Retry-After lengthens the wait, up to an hour, and never shortens it`(asked: Int, wait: Int) {
        var backOff = BackOff()
        let delay = backOff.countFailure(failure(.seconds(asked)), startedAt: start, endedAt: start)
        #expect(delay == .seconds(wait))
        #expect(backOff.pause(at: start)?.remaining == .seconds(wait))
    }

    @Test func `invariant 8: the wait counts from the attempt's start, and Retry-After from its answer`() {
        var backOff = BackOff()
        let answer = start + .seconds(30)
        var wait = backOff.countFailure(failure(nil), startedAt: start, endedAt: answer)
        #expect(wait == .zero)
        #expect(backOff.pause(at: answer)?.remaining == nil)
        wait = backOff.countFailure(failure(.seconds(5)), startedAt: start, endedAt: answer)
        #expect(wait == .seconds(5))
        #expect(backOff.pause(at: answer)?.remaining == .seconds(5))
        // The third failure's 4 s, of which the answer took one.
        wait = backOff.countFailure(failure(nil), startedAt: start, endedAt: start + .seconds(1))
        #expect(wait == .seconds(3))
    }

    @Test func `invariant 8: a success ends the wait, and the next failure counts as the first again`() {
        var backOff = BackOff()
        for _ in 0..<5 { _ = backOff.countFailure(failure(.seconds(100)), startedAt: start, endedAt: start) }
        backOff.recordSuccess()
        #expect(backOff == BackOff())
        #expect(backOff.pause(at: start)?.remaining == nil)
        let wait = backOff.countFailure(failure(nil), startedAt: start, endedAt: start)
        #expect(wait == .seconds(1))
    }

    @Test func `hole: a refusal within the pause after the clock was set back counts once more only after the pause`()
        throws
    {
        var machine = SessionMachine.signedIn()
        machine.reject(Secret("A1"), at: signedInAt)
        let refusal = RefreshRefusal.unexplained(status: 400)
        func suspect(after delay: Duration, jump: Duration = .zero) -> SessionMachine.Suspected {
            let moment = ClockReading.sample(after: delay, jump: jump)
            return machine.suspect(
                refusal, RefusalManner(), beganAt: moment.uptime, uptime: moment.uptime, now: moment.time)
        }
        guard case .suspected(let first) = suspect(after: .zero),
            case .suspected(let second) = suspect(after: .milliseconds(500), jump: .seconds(-7_200))
        else {
            Issue.record("not suspected")
            return
        }
        #expect(first.count == 1 && second.count == 1)
        // It is dated by the clock as it is now, so that the pause ends.
        #expect(second.lastAt < first.lastAt)
        #expect(suspect(after: .milliseconds(1_000), jump: .seconds(-7_200)) == .known)
        #expect(suspect(after: .milliseconds(1_500), jump: .seconds(-7_200)) == .end)
    }
}
