import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BackOffTests {
    @Test func `invariant 8: after invalid_grant no token request is made until a new sign-in`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.refusal("invalid_grant"))
        fixture.expireAccessToken()
        let session = fixture.session
        for _ in 0..<5 {
            let error = await sessionError { _ = try await session.accessToken() }
            guard case .sessionExpired(.refreshRejected) = error else {
                Issue.record("threw \(String(describing: error))")
                return
            }
            fixture.clock.advance(by: .seconds(3_600))
        }
        #expect(fixture.tokenRequests.count == 1)
        try await session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        fixture.expireAccessToken()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        #expect(try await session.accessToken().value.reveal() == "A2")
        #expect(fixture.tokenRequests.last?.form["refresh_token"] == "S1")
    }

    @Test func `invariant 8: while the network is down the token endpoint is asked ever more rarely`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.failure(.couldNotResolve(host: "issuer.example")))
        fixture.expireAccessToken()
        let session = fixture.session
        var askedAt: [Duration] = []
        for _ in 0..<600 {
            let before = fixture.tokenRequests.count
            _ = await sessionError { _ = try await session.accessToken() }
            if fixture.tokenRequests.count > before { askedAt.append(fixture.clock.uptime) }
            fixture.clock.advance(by: .seconds(1))
        }
        let pauses = zip(askedAt, askedAt.dropFirst()).map { $1 - $0 }
        #expect(pauses.prefix(7) == [1, 2, 4, 8, 16, 32, 60].map { .seconds($0) }[...])
        #expect(pauses.dropFirst(7).allSatisfy { $0 == .seconds(60) })
        #expect(fixture.count("refreshFailed") == askedAt.count)
    }

    @Test func `invariant 8: in between, callers are told when to come back`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.answer(500))
        fixture.expireAccessToken()
        let session = fixture.session
        _ = await sessionError { _ = try await session.accessToken() }
        let pause = SessionError.backingOff(
            retryAfter: .seconds(1), after: .server(status: 500, during: .token, retryAfter: nil))
        #expect(await sessionError { _ = try await session.accessToken() } == pause)
        #expect(await sessionError { try await session.refresh() } == pause)
        #expect(pause.errorDescription?.contains("the server answered 500") == true)
    }

    @Test func `invariant 8: Retry-After is honoured`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.answer(429, headers: ["Retry-After": "40"]))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        #expect(error == .server(status: 429, during: .token, retryAfter: .seconds(40)))
        fixture.clock.advance(by: .seconds(39))
        let pause = SessionError.backingOff(
            retryAfter: .seconds(1), after: .server(status: 429, during: .token, retryAfter: .seconds(40)))
        #expect(await sessionError { _ = try await session.accessToken() } == pause)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await session.accessToken().value.reveal() == "A2")
    }

    @Test func `a token that is still good outlives a refresh that fails`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.answer(503))
        fixture.clock.advance(by: .seconds(50))
        for _ in 0..<3 { #expect(try await fixture.session.accessToken().value.reveal() == "A1") }
        #expect(fixture.tokenRequests.count == 1)
    }
}
