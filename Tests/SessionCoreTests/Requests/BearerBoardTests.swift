import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct BearerBoardTests {
    private let board = BearerBoard()
    private let time = ClockReading(.sample(), signedInAt)

    private func bearer(generation: Int, lifetime: Duration? = .seconds(60)) -> Bearer {
        Bearer(
            generation: generation, credentials: .sample(.sample(lifetime: lifetime)), margin: .seconds(30),
            refresh: nil, scheme: .bearer)
    }

    @Test func `an accepted token verifies its generation once`() {
        board.post(bearer(generation: 1), generation: 1)
        #expect(board.verified == nil)
        #expect(board.confirm(generation: 1, at: time))
        #expect(board.verified == time)
        let later = ClockReading(.sample(after: .seconds(5)), signedInAt + .seconds(5))
        #expect(!board.confirm(generation: 1, at: later))
        #expect(board.verified == later)
    }

    @Test func `invariant 9: an answer to an earlier generation's token verifies nothing`() {
        board.post(bearer(generation: 2), generation: 2)
        #expect(!board.confirm(generation: 1, at: time))
        #expect(board.verified == nil)
    }

    @Test func `invariant 9: a new generation is not verified by what the last one was`() {
        board.post(bearer(generation: 1), generation: 1)
        #expect(board.confirm(generation: 1, at: time))
        board.post(bearer(generation: 2), generation: 2)
        #expect(board.verified == nil)
        #expect(board.confirm(generation: 2, at: time))
    }

    @Test func `a refreshed token of the same generation stays verified`() {
        board.post(bearer(generation: 1), generation: 1)
        #expect(board.confirm(generation: 1, at: time))
        board.post(bearer(generation: 1), generation: 1)
        #expect(board.verified == time)
        #expect(!board.confirm(generation: 1, at: time))
    }

    @Test func `a session that is over is not verified, and can't be`() {
        board.post(bearer(generation: 1), generation: 1)
        #expect(board.confirm(generation: 1, at: time))
        board.post(nil, generation: 1)
        #expect(board.verified == nil)
        #expect(!board.confirm(generation: 1, at: time))
        #expect(board.verified == nil)
        #expect(board.token == nil)
        #expect(board.generation == 1)
    }

    @Test func `requests are counted, and find the present token, as long as it can be used`() {
        board.storeWasChecked(at: signedInAt, nextIn: .seconds(1_000))
        var beginning = board.beginRequest(at: signedInAt)
        #expect(beginning.id == 1)
        #expect(!beginning.isSignedIn)
        #expect(beginning.usable == nil)
        let bearer = bearer(generation: 3)
        board.post(bearer, generation: 3)
        beginning = board.beginRequest(at: signedInAt + .milliseconds(47_999))
        #expect(beginning.id == 2)
        #expect(beginning.generation == 3)
        #expect(beginning.isSignedIn)
        #expect(beginning.usable === bearer)
        beginning = board.beginRequest(at: signedInAt + .seconds(48))
        #expect(beginning.isSignedIn)
        #expect(beginning.usable == nil)
        #expect(board.token == Secret("A1"))
        #expect(board.generation == 3)
    }

    @Test func `a token without a known end can be used at any time`() {
        board.storeWasChecked(at: signedInAt, nextIn: .seconds(10_000))
        board.post(self.bearer(generation: 1, lifetime: nil), generation: 1)
        #expect(board.beginRequest(at: signedInAt + .seconds(9_999)).usable != nil)
    }

    @Test func `invariant 27: where the store is due to be looked at no token is at hand`() {
        board.post(bearer(generation: 1), generation: 1)
        #expect(board.isStoreCheckDue(at: signedInAt))
        #expect(board.beginRequest(at: signedInAt).usable == nil)
        board.storeWasChecked(at: signedInAt, nextIn: .milliseconds(100))
        #expect(!board.isStoreCheckDue(at: signedInAt + .milliseconds(99)))
        #expect(board.beginRequest(at: signedInAt + .milliseconds(99)).usable != nil)
        #expect(board.isStoreCheckDue(at: signedInAt + .milliseconds(100)))
        #expect(board.beginRequest(at: signedInAt + .milliseconds(100)).usable == nil)
    }
}
