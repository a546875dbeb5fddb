import SessionCore
import TestSupport
import Testing

/// Sessions of the client itself.
@Suite(.timeLimit(.minutes(5)))
struct NoUserTests {
    @Test func `loss 8: userinfo of a session without a user is refused here, and nothing is sent or lost`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn(GivenTokens(refresh: nil, name: "client-credentials"))
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        let sent = fixture.transport.requests.count
        let events = fixture.events.count
        let session = fixture.session
        let error = await sessionError { try await session.fetchUserInfo() }
        #expect(error == .noUser)
        #expect(fixture.transport.requests.count == sent)
        #expect(fixture.events.count == events)
        #expect(await session.state.isAuthenticated)
        #expect(try await fixture.store.text.contains("\"A1\""))

        // The same in another process, which knows the flow from the record.
        let later = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await later.session.configure()
        #expect(await sessionError { try await later.session.fetchUserInfo() } == .noUser)
        #expect(await later.session.state.isAuthenticated)
    }

    @Test func `loss 8: the flow is known by its name`() {
        #expect(ClientCredentialsFlow().name == "client-credentials")
    }

    @Test func `invariant 43: an API's 401 asks no userinfo about a session without a user`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(name: "client-credentials"))
        fixture.transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\"}"))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(nil))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        _ = try await fixture.session.send(try fixture.request())
        #expect(fixture.transport.requests(to: "/userinfo").isEmpty)
        #expect(await fixture.session.state == .noSession(.forcedOut(request: "GET /orders")))
    }
}
