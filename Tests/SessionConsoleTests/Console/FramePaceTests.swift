import Testing

@testable import session_console

@Suite("When frames are due", .timeLimit(.minutes(5)))
struct FramePaceTests {
    private let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// After its first two frames: the second was shown at the start.
    private var running: FramePace {
        var pace = FramePace()
        pace.recordFrame(at: start)
        pace.recordFrame(at: start)
        return pace
    }

    @Test("The second frame does not wait for the first")
    func second() {
        var pace = FramePace()
        pace.recordFrame(at: start)
        #expect(pace.recordChange(isTyped: true, at: start) == start)
        #expect(pace.recordChange(isTyped: false, at: start) == after(2))
    }

    @Test("What happens is shown once in 16 ms, with what comes in the two milliseconds after it")
    func changes() {
        var pace = running
        #expect(pace.recordChange(isTyped: false, at: after(1)) == after(16))
        #expect(pace.recordChange(isTyped: false, at: after(10)) == nil)
        #expect(pace.next == after(16))
        pace.recordFrame(at: after(16))
        #expect(pace.next == nil)
        #expect(pace.recordChange(isTyped: false, at: after(40)) == after(42))
    }

    @Test("What was typed is shown at once, or 4 ms after the last frame")
    func typed() {
        var pace = running
        #expect(pace.recordChange(isTyped: false, at: after(1)) == after(16))
        #expect(pace.recordChange(isTyped: true, at: after(1)) == after(4))
        #expect(pace.recordChange(isTyped: true, at: after(5)) == after(5))
    }

    @Test("A frame that is overdue is shown with the next change")
    func overdue() {
        var pace = running
        #expect(pace.recordChange(isTyped: false, at: after(1)) == after(16))
        #expect(pace.recordChange(isTyped: false, at: after(15)) == nil)
        #expect(pace.recordChange(isTyped: false, at: after(16)) == after(16))
        pace.recordFrame(at: after(16))
        #expect(pace.recordChange(isTyped: false, at: after(17)) == after(32))
    }
}
