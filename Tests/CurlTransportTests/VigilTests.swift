import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5)))
struct VigilTests {
    /// What a vigil says when it is asked at such microseconds, busy or not.
    private func answers(_ length: Duration, _ questions: [(isBusy: Bool, microseconds: Int)]) -> [Bool] {
        let start = ContinuousClock.now
        var vigil = Vigil(length: length)
        return questions.map { vigil.goesOn(isBusy: $0.isBusy, at: start + .microseconds($0.microseconds)) }
    }

    @Test func `a thread stays awake for a while after the last that came or went`() {
        let answers = answers(
            .microseconds(75), [(false, 0), (true, 0), (false, 74), (true, 74), (false, 148), (false, 149)])
        #expect(answers == [false, true, true, true, true, false])
    }

    @Test func `where it has no length the thread sleeps at once`() {
        #expect(answers(.zero, [(true, 0), (false, 0)]) == [false, false])
    }
}
