import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SingleFlightTests {
    @Test func `invariant 3: a caller that is cancelled while the old token would still do is not given that one`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        fixture.clock.advance(by: .seconds(50))
        let session = fixture.session
        let caller = Task { try await session.accessToken() }
        try await until { await session.status.refreshWaiters == 1 }
        caller.cancel()
        #expect(await sessionError { _ = try await caller.value } == .cancelled)
        gate.open()
        try await until { fixture.count("refreshed") == 1 }
    }

    @Test func `invariant 4: a refresh that hangs fails for every waiter at its deadline, and the next call asks anew`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        let session = fixture.session
        let waiters = (0..<3).map { _ in Task { try await session.accessToken() } }
        try await until { await session.status.refreshWaiters == 3 }
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(30))
        for waiter in waiters {
            let error = await sessionError { _ = try await waiter.value }
            #expect(error == .transport(.timedOut(.waiting), during: .token))
        }
        #expect(await session.state.isAuthenticated)
        #expect(try await session.accessToken().value.reveal() == "A2")
        #expect(fixture.tokenRequests.count == 2)
    }

    @Test func `invariant 6: the refresh request carries no bearer, and its 401 is no 401 of an API`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_client", status: 401))
        fixture.expireAccessToken()
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        guard case .refused(let refusal, during: .token) = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
        #expect(refusal.code == "invalid_client")
        #expect(fixture.tokenRequests.map { $0.headers["Authorization"] } == [nil])
        #expect(fixture.count("unauthorized") == 0)
        #expect(await session.state.isAuthenticated)
    }

    @Test func `invariant 7: a token that was replaced already is not refreshed again for a late 401`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let api = ScriptedAPI(accepting: ["A2"])
        let gate = Gate()
        fixture.transport.once("/orders", ScriptedTransport.held(by: gate, ScriptedTransport.unauthorized()))
        fixture.transport.always("/orders", api.answer)
        fixture.transport.once("/token", ScriptedTransport.tokens())
        let session = fixture.session
        let request = try fixture.request()
        let slow = Task { try await session.send(request) }
        try await fixture.transport.received(1, at: "/orders")
        #expect(try await session.send(request).facts.attempts == 2)
        gate.open()
        let answer = try await slow.value
        #expect(answer.verdict == .accepted)
        #expect(answer.facts.attempts == 2)
        #expect(answer.facts.waitedForRefresh == nil)
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `invariant 7: nor is it for a late 401 of userinfo`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.once("/userinfo", ScriptedTransport.held(by: gate, ScriptedTransport.answer(401)))
        fixture.transport.once("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\"}"))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        let session = fixture.session
        let asking = Task { try await session.fetchUserInfo().subject }
        try await fixture.transport.received(1, at: "/userinfo")
        try await session.refresh()
        gate.open()
        #expect(try await asking.value == "alice")
        #expect(
            fixture.transport.requests(to: "/userinfo").map { $0.headers["Authorization"] } == [
                "Bearer A1", "Bearer A2",
            ])
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `invariant 7: a caller that comes after a refresh is not served its result if that was rejected since`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let api = ScriptedAPI(accepting: ["A2"])
        fixture.transport.always("/orders", api.answer)
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A2"))
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3"))
        let request = try fixture.request()
        #expect(try await fixture.session.send(request).verdict == .accepted)
        fixture.clock.advance(by: .seconds(1))
        api.accept(["A3"])
        #expect(try await fixture.session.send(request).response.body == Array("A3".utf8))
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])
    }
}
