import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct CurrentTokenTests {
    private let currentToken = CurrentToken()
    private let time = ClockReading(.sample(), signedInAt)

    private func bearer(generation: Int, lifetime: Duration? = .seconds(60)) -> Bearer {
        Bearer(
            generation: generation, credentials: .sample(.sample(lifetime: lifetime)), margin: .seconds(30),
            refresh: nil, scheme: .bearer)
    }

    @Test func `an accepted token verifies its generation once`() {
        currentToken.publish(bearer(generation: 1), generation: 1)
        #expect(currentToken.verified == nil)
        #expect(currentToken.confirm(generation: 1, at: time))
        #expect(currentToken.verified == time)
        let later = ClockReading(.sample(after: .seconds(5)), signedInAt + .seconds(5))
        #expect(!currentToken.confirm(generation: 1, at: later))
        #expect(currentToken.verified == later)
    }

    @Test func `invariant 9: an answer to an earlier generation's token verifies nothing`() {
        currentToken.publish(bearer(generation: 2), generation: 2)
        #expect(!currentToken.confirm(generation: 1, at: time))
        #expect(currentToken.verified == nil)
    }

    @Test func `invariant 9: a new generation is not verified by what the last one was`() {
        currentToken.publish(bearer(generation: 1), generation: 1)
        #expect(currentToken.confirm(generation: 1, at: time))
        currentToken.publish(bearer(generation: 2), generation: 2)
        #expect(currentToken.verified == nil)
        #expect(currentToken.confirm(generation: 2, at: time))
    }

    @Test func `a refreshed token of the same generation stays verified`() {
        currentToken.publish(bearer(generation: 1), generation: 1)
        #expect(currentToken.confirm(generation: 1, at: time))
        currentToken.publish(bearer(generation: 1), generation: 1)
        #expect(currentToken.verified == time)
        #expect(!currentToken.confirm(generation: 1, at: time))
    }

    @Test func `a session that is over is not verified, and can't be`() {
        currentToken.publish(bearer(generation: 1), generation: 1)
        #expect(currentToken.confirm(generation: 1, at: time))
        currentToken.publish(nil, generation: 1)
        #expect(currentToken.verified == nil)
        #expect(!currentToken.confirm(generation: 1, at: time))
        #expect(currentToken.verified == nil)
        #expect(currentToken.token == nil)
        #expect(currentToken.generation == 1)
    }

    @Test func `requests are counted, and find the present token, as long as it can be used`() {
        currentToken.storeWasChecked(at: signedInAt, nextIn: .seconds(1_000))
        var beginning = currentToken.beginRequest(at: signedInAt)
        #expect(beginning.id == 1)
        #expect(!beginning.isSignedIn)
        #expect(beginning.usable == nil)
        let bearer = bearer(generation: 3)
        currentToken.publish(bearer, generation: 3)
        beginning = currentToken.beginRequest(at: signedInAt + .milliseconds(47_999))
        #expect(beginning.id == 2)
        #expect(beginning.generation == 3)
        #expect(beginning.isSignedIn)
        #expect(beginning.usable === bearer)
        beginning = currentToken.beginRequest(at: signedInAt + .seconds(48))
        #expect(beginning.isSignedIn)
        #expect(beginning.usable == nil)
        #expect(currentToken.token == Secret("A1"))
        #expect(currentToken.generation == 3)
    }

    @Test func `a token without a known end can be used at any time`() {
        currentToken.storeWasChecked(at: signedInAt, nextIn: .seconds(10_000))
        currentToken.publish(self.bearer(generation: 1, lifetime: nil), generation: 1)
        #expect(currentToken.beginRequest(at: signedInAt + .seconds(9_999)).usable != nil)
    }

    @Test func `invariant 27: where the store is due to be looked at no token is at hand`() {
        currentToken.publish(bearer(generation: 1), generation: 1)
        #expect(currentToken.isStoreCheckDue(at: signedInAt))
        #expect(currentToken.beginRequest(at: signedInAt).usable == nil)
        currentToken.storeWasChecked(at: signedInAt, nextIn: .milliseconds(100))
        #expect(!currentToken.isStoreCheckDue(at: signedInAt + .milliseconds(99)))
        #expect(currentToken.beginRequest(at: signedInAt + .milliseconds(99)).usable != nil)
        #expect(currentToken.isStoreCheckDue(at: signedInAt + .milliseconds(100)))
        #expect(currentToken.beginRequest(at: signedInAt + .milliseconds(100)).usable == nil)
    }
}
