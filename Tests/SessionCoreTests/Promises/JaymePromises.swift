import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What Jayme's documentation promises its users, kept here.
@Suite(.timeLimit(.minutes(5)))
struct JaymePromises {
    private let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]

    private func fields(_ request: HTTPRequest?) -> [String] {
        request?.headers.fields.map { "\($0.name): \($0.value)" } ?? []
    }

    @Test func `promise D1: some endpoints are asked without a token and others with it`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/status", ScriptedTransport.answer(200))
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request("GET", "/status"), authorization: .none)
        _ = try await fixture.session.send(try fixture.request())
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] } == [nil, "Bearer A1"])
    }

    @Test func `promise D2: authentication belongs to a session, and two of them don't meet`() async throws {
        let transport = ScriptedTransport()
        transport.always("/orders", ScriptedTransport.answer(200))
        let alice = try await SessionFixture(transport: transport).signedIn(GivenTokens(access: "A1"))
        let bob = try await SessionFixture(transport: transport).signedIn(GivenTokens(access: "B1"))
        _ = try await alice.session.send(try alice.request())
        _ = try await bob.session.send(try bob.request())
        await bob.session.forget()
        _ = try await alice.session.send(try alice.request())
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer A1", "Bearer B1", "Bearer A1"])
    }

    @Test func `promise D3: with a token there is one field more, without one there is none`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let request = try fixture.request(headers: headers)
        _ = try await fixture.session.send(request, authorization: .optional)
        await fixture.session.forget()
        _ = try await fixture.session.send(request, authorization: .optional)
        let base = ["Accept: application/json", "Content-Type: application/json"]
        #expect(fixture.transport.requests.map { fields($0) } == [base + ["Authorization: Bearer A1"], base])
    }

    @Test func `promise D4: a token is stored at sign-in and read when the session is built`() async throws {
        let before = try await SessionFixture().signedIn()
        let fixture = SessionFixture(store: before.store, clock: before.clock)
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        try await fixture.session.configure()
        _ = try await fixture.session.send(try fixture.request())
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] } == ["Bearer A1"])
    }

    @Test func `promise D5: signing out deletes every credential`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        try await fixture.session.signOut(force: true)
        #expect(try await fixture.store.holdsNoToken)
        #expect(await fixture.session.revealTokens() == nil)
        let status = await fixture.session.status
        #expect(status.accessToken == nil && status.refreshToken == nil && status.idToken == nil)
    }

    @Test func `promise D6: after signing out no object built before sends the old token`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let session = fixture.session
        let request = try fixture.request()
        let repository = { try await session.send(request, authorization: .optional) }
        _ = try await repository()
        await session.forget()
        _ = try await repository()
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] } == ["Bearer A1", nil])
    }

    @Test func `promise D7: what is created after sign-out has no credential, after a new sign-in the new one`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        await fixture.session.forget()
        _ = try await fixture.session.send(try fixture.request(), authorization: .optional)
        try await fixture.session.signIn(GivenTokens(access: "B1"))
        _ = try await fixture.session.send(try fixture.request(), authorization: .optional)
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] } == [nil, "Bearer B1"])
    }

    @Test(arguments: [RequestAuthorization.required, .none])
    func `promise D8: the caller's own fields are there in both cases`(authorization: RequestAuthorization) async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request(headers: headers), authorization: authorization)
        let sent = fields(fixture.transport.requests.first)
        #expect(sent.prefix(2) == ["Accept: application/json", "Content-Type: application/json"])
    }
}
