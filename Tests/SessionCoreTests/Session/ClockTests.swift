import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ClockTests {
    @Test func `invariant 33: a lifetime counts from before the request was sent`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let clock = fixture.clock
        fixture.transport.once("/token") { request in
            clock.advance(by: .seconds(20))
            return try await ScriptedTransport.tokens(access: "A2")(request)
        }
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3"))
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        #expect(await fixture.session.status.accessToken?.expiry == .at(clock.now.addingTimeInterval(40), .expiresIn))
        // 60 s of life, of which the last 12 are the margin, less the 20 that the answer took.
        clock.advance(by: .seconds(27))
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        clock.advance(by: .seconds(1))
        #expect(try await fixture.session.accessToken().value.reveal() == "A3")
    }

    @Test(arguments: [Duration.seconds(5 * 3_600), .seconds(-5 * 3_600)])
    func `invariant 34: a wall clock that jumps causes no refresh and keeps no token alive`(jump: Duration) async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.clock.jumpWallClock(by: jump)
        for _ in 0..<10 { #expect(try await fixture.session.accessToken().value.reveal() == "A1") }
        #expect(fixture.tokenRequests.isEmpty)
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
    }

    @Test(arguments: [Duration.seconds(5 * 3_600), .seconds(-5 * 3_600)])
    func `invariant 34: after a restart a wrong wall clock costs one refresh at most`(jump: Duration) async throws {
        let before = try await SessionFixture().signedIn()
        before.clock.jumpWallClock(by: jump)
        let fixture = SessionFixture(store: before.store, clock: before.clock)
        fixture.transport.always("/token", ScriptedTransport.tokens(expiresIn: "60"))
        try await fixture.session.configure()
        for _ in 0..<10 { _ = try await fixture.session.accessToken() }
        #expect(fixture.tokenRequests.count <= 1)
        // What the provider granted is the most that a token set back in time can have.
        fixture.clock.advance(by: .seconds(60))
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
    }

    @Test func `invariant 34: a rejected token is not used again, not even when it can't be replaced now`() async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/token", ScriptedTransport.answer(503))
        let session = fixture.session
        let request = try fixture.request()
        let first = try await session.send(request)
        #expect(first.consequence == .server(status: 503, during: .token, retryAfter: nil))
        for _ in 0..<4 { #expect(await sessionError { _ = try await session.send(request) } != nil) }
        #expect(fixture.transport.requests(to: "/orders").count == 1)
        #expect(await session.state.isAuthenticated)
    }

    @Test func `invariant 35: after suspend the first use sees that the token has ended`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedAPI(accepting: ["A2"]).answer)
        fixture.transport.once("/token", ScriptedTransport.tokens())
        // The machine sleeps for a night; uptime counts it.
        fixture.clock.advance(by: .seconds(8 * 3_600))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.verdict == .accepted)
        #expect(fixture.transport.requests(to: "/orders").count == 1)
    }

    struct OddLifetime: Sendable, CustomTestStringConvertible {
        let json: String?
        let expiry: Duration?
        var testDescription: String { json ?? "absent" }
    }

    @Test(arguments: [
        OddLifetime(json: nil, expiry: nil),
        OddLifetime(json: "null", expiry: nil),
        OddLifetime(json: "\"90\"", expiry: .seconds(90)),
        OddLifetime(json: "0", expiry: .zero),
        OddLifetime(json: "-5", expiry: .zero),
        OddLifetime(json: "1e300", expiry: .seconds(36_525 * 86_400)),
        OddLifetime(json: "3", expiry: .seconds(3)),
    ])
    func `invariant 36: an odd expires_in has one result, and never a refresh per call`(odd: OddLifetime) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens(expiresIn: odd.json))
        fixture.expireAccessToken()
        for _ in 0..<10 { #expect(try await fixture.session.accessToken().value.reveal() == "A2") }
        #expect(fixture.tokenRequests.count == 1)
        let expiry = await fixture.session.status.accessToken?.expiry
        guard let lifetime = odd.expiry else {
            #expect(expiry == .unknown)
            return
        }
        guard case .at(let date, .expiresIn) = expiry else {
            Issue.record("expires \(String(describing: expiry))")
            return
        }
        let seconds = date.timeIntervalSince(fixture.clock.now)
        #expect(abs(seconds - Double(lifetime.components.seconds)) < 0.001)
    }

    @Test func `invariant 36: a token that came expired is refreshed at its first use`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .zero))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
    }

    @Test func `invariant 36: a provider whose tokens always come expired is asked every other second at most`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens(expiresIn: "0"))
        fixture.expireAccessToken()
        for _ in 0..<100 {
            _ = try await fixture.session.accessToken()
            fixture.clock.advance(by: .milliseconds(100))
        }
        #expect(fixture.tokenRequests.count == 5)
    }

    @Test func `invariant 36: a lifetime shorter than the margin is used for four fifths`() async throws {
        let fixture = try await SessionFixture { $0.refreshMargin = .seconds(300) }.signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        for _ in 0..<96 {
            _ = try await fixture.session.accessToken()
            fixture.clock.advance(by: .milliseconds(500))
        }
        #expect(fixture.tokenRequests.isEmpty)
        _ = try await fixture.session.accessToken()
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `invariant 36: a validity that no token ever has costs no refresh per call`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        for _ in 0..<48 {
            _ = try await fixture.session.accessToken(minimumValidity: .seconds(600))
            fixture.clock.advance(by: .seconds(1))
        }
        // Of 60 s, 48 are held in reserve: each token is handed out for 12.
        #expect(fixture.tokenRequests.count == 3)
    }

    @Test func `the provider's clock is compared with ours`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token") { request in
            var answer = try await ScriptedTransport.tokens()(request)
            answer.headers["Date"] = "Thu, 01 Jan 2026 00:02:00 GMT"
            return answer
        }
        fixture.expireAccessToken()
        _ = try await fixture.session.accessToken()
        #expect(await fixture.session.status.clockSkew == .milliseconds(59_500))
    }
}
