import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Tokens that live too short to be kept fresh.
@Suite(.timeLimit(.minutes(5)))
struct ShortLivedTests {
    @Test(arguments: [
        (0, RefreshDeferral.arrivedExpired), (1, .shortLived(.seconds(1))), (29, .shortLived(.seconds(29))),
    ])
    func `load 2: a token that lives less than 30 s waits for the next call, and the reason is shown`(
        lifetime: Int, deferral: RefreshDeferral
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens(expiresIn: "\(lifetime)"))
        let session = fixture.session
        try await session.refresh()
        for _ in 0..<60 {
            let status = await session.status
            #expect(status.refreshDueAt == nil)
            #expect(status.refreshDeferral == deferral)
            fixture.clock.advance(by: .seconds(1))
        }
        #expect(fixture.tokenRequests.count == 1)
        _ = try await session.accessToken()
        #expect(fixture.tokenRequests.count == 2)
    }

    @Test func `truth 2: the status says from when on a call refreshes a short-lived token, and none does before`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens(expiresIn: "20"))
        let session = fixture.session
        try await session.refresh()
        let start = fixture.clock.now
        for second in 0..<20 {
            let due = try #require(await session.status.refreshedByCallsFrom)
            #expect(abs(due.timeIntervalSince(start) - 16) < 0.001)
            let requests = fixture.tokenRequests.count
            _ = try await session.accessToken()
            let hasRefreshed = fixture.tokenRequests.count > requests
            #expect(hasRefreshed == (fixture.clock.now >= due), "after \(second) s")
            if hasRefreshed { return }
            fixture.clock.advance(by: .seconds(1))
        }
        Issue.record("no call refreshed it")
    }

    @Test func `a token that arrived expired by a refresh is not refreshed at once by the next process either`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens(expiresIn: "0"))
        try await fixture.session.refresh()
        fixture.clock.advance(by: .seconds(1))
        let later = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await later.session.configure()
        #expect(try await later.session.accessToken().value.reveal() == "A2")
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test(arguments: [30, 60])
    func `load 2: a token that lives 30 s is refreshed ahead of its use`(lifetime: Int) async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .seconds(lifetime)))
        let status = await fixture.session.status
        #expect(status.refreshDueAt != nil)
        #expect(status.refreshDeferral == nil)
    }

    @Test func `load 2: nor is a token waited for that nothing can refresh`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .seconds(5), refresh: nil))
        #expect(await fixture.session.status.refreshDeferral == nil)
    }

    @Test func `load 2: a restored token that was issued for 60 s is not short-lived`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.clock.advance(by: .seconds(50))
        let later = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await later.session.configure()
        #expect(await later.session.status.refreshDeferral == nil)
    }
}
