import SessionCore
import TestSupport
import Testing

/// An HTTP client of somebody else's, with the two hooks that they all have.
private struct ForeignClient {
    let session: Session
    let transport: ScriptedTransport
    var authorization = RequestAuthorization.required

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var attempt = 1
        while true {
            let authorized = try await session.authorize(request, authorization: authorization)
            let response = try await transport.send(authorized)
            if response.isSuccess { return response }
            guard await session.shouldRetry(authorized, after: response, attempt: attempt) else { return response }
            attempt += 1
        }
    }
}

/// What Get's documentation promises its users, kept here for clients that bring their own HTTP.
@Suite(.timeLimit(.minutes(5)))
struct GetPromises {
    private let fixture: SessionFixture
    private let client: ForeignClient
    private let api = ScriptedAPI(accepting: ["A1"])

    init() async throws {
        fixture = try await SessionFixture().signedIn()
        client = ForeignClient(session: fixture.session, transport: fixture.transport)
        fixture.transport.always("/orders", api.answer)
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.clock.advance(by: .seconds(1))
    }

    private var sentTokens: [String?] {
        fixture.transport.requests(to: "/orders").map { $0.headers["Authorization"] }
    }

    @Test func `promise C1: the hook runs before every attempt and may change the request`() async throws {
        api.accept(["A2"])
        fixture.transport.once("/token", ScriptedTransport.tokens())
        #expect(try await client.send(try fixture.request()).status == 200)
        #expect(sentTokens == ["Bearer A1", "Bearer A2"])
    }

    @Test func `promise C2: where the hook throws the call fails before anything is sent`() async throws {
        await fixture.session.forget()
        let (client, request) = (client, try fixture.request())
        #expect(await sessionError { _ = try await client.send(request) } == .noSession)
        #expect(sentTokens.isEmpty)
        #expect(fixture.count("unauthorized") == 0)
    }

    @Test func `promise C2: a request that was never authorised is not retried and means nothing`() async throws {
        let bare = try fixture.request()
        let refusal = try await ScriptedTransport.unauthorized()(bare)
        #expect(await !fixture.session.shouldRetry(bare, after: refusal, attempt: 1))
        let foreign = try fixture.request(headers: ["Authorization": "Bearer of-someone-else"])
        #expect(await !fixture.session.shouldRetry(foreign, after: refusal, attempt: 1))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(fixture.count("unauthorized") == 0)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `promise C2: where no new token can be had the answer is the caller's, and the next attempt throws why`()
        async throws
    {
        let session = fixture.session
        fixture.transport.always("/token", ScriptedTransport.answer(503))
        let request = try await session.authorize(try fixture.request())
        let refusal = try await ScriptedTransport.unauthorized()(request)
        #expect(await !session.shouldRetry(request, after: refusal, attempt: 1))
        let failure = SessionError.server(status: 503, during: .token, retryAfter: nil)
        #expect(
            await sessionError { _ = try await session.authorize(request) }
                == .backingOff(retryAfter: .seconds(1), after: failure))
        await session.forget()
        #expect(await !session.shouldRetry(request, after: refusal, attempt: 1))
    }

    @Test func `promise C3: fields can also be given by request`() async throws {
        let request = try fixture.request(headers: ["X-Tenant": "7"])
        let sent = try await fixture.session.authorize(request)
        #expect(sent.headers["X-Tenant"] == "7")
        #expect(sent.headers["Authorization"] == "Bearer A1")
    }

    @Test func `promise C4: true sends again, false surfaces the answer; attempts count from 1`() async throws {
        api.accept([])
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let request = try await fixture.session.authorize(try fixture.request())
        let answer = try await fixture.transport.send(request)
        #expect(await fixture.session.shouldRetry(request, after: answer, attempt: 1))
        let retried = try await fixture.session.authorize(request)
        #expect(await !fixture.session.shouldRetry(retried, after: answer, attempt: 2))
    }

    @Test func `promise C5: a 401 refreshes at the first attempt only`() async throws {
        api.accept([])
        fixture.transport.always("/token", ScriptedTransport.tokens())
        #expect(try await client.send(try fixture.request()).status == 401)
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `promise C6: a second 401 is the caller's, and under the default policy the session is over`()
        async throws
    {
        api.accept([])
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        #expect(try await client.send(try fixture.request()).status == 401)
        #expect(sentTokens.count == 2)
        #expect(await fixture.session.state == .noSession(.forcedOut(request: "GET /orders")))
        try await fixture.transport.received(1, at: "/revoke")
        #expect(fixture.transport.requests(to: "/revoke").first?.form["token"] == "R2")
    }

    @Test func `promise C7: asked once for each of many 401s, it refreshes once for all`() async throws {
        api.accept(["A2"])
        let everyoneIsIn = Gate()
        fixture.transport.always("/orders", .held(by: everyoneIsIn, api.answer))
        let gate = Gate()
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        let (client, session, request) = (client, fixture.session, try fixture.request())
        let calls = (0..<20).map { _ in Task { try await client.send(request).status } }
        try await fixture.transport.received(20, at: "/orders")
        everyoneIsIn.open()
        try await until { await session.status.refreshWaiters == 20 }
        gate.open()
        for call in calls { #expect(try await call.value == 200) }
        #expect(fixture.tokenRequests.count == 1)
        #expect(sentTokens.count == 40)
    }

    @Test func `promise C8: with a dead refresh token the retry fails and does not loop`() async throws {
        api.accept([])
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        let (client, request) = (client, try fixture.request())
        #expect(try await client.send(request).status == 401)
        for _ in 0..<3 {
            guard case .sessionExpired = await sessionError({ _ = try await client.send(request) }) else {
                Issue.record("it did not fail as expired")
                return
            }
        }
        #expect(sentTokens.count == 1)
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `promise C9: a retry carries the new token although the request kept the old one`() async throws {
        api.accept(["A2"])
        fixture.transport.once("/token", ScriptedTransport.tokens())
        let stale = try await fixture.session.authorize(try fixture.request())
        #expect(try await client.send(stale).status == 200)
        #expect(fixture.transport.requests(to: "/orders").last?.headers.values(of: "Authorization") == ["Bearer A2"])
    }

    @Test(arguments: [400, 403, 404, 429, 500, 503])
    func `promise C10: no other status is retried by the session; network failures are its client's`(status: Int)
        async throws
    {
        fixture.transport.always("/orders", ScriptedTransport.answer(status))
        #expect(try await client.send(try fixture.request()).status == status)
        #expect(sentTokens.count == 1)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `promise C11: without a network there is no blind retry; the caller is told why`() async throws {
        fixture.transport.always("/orders", ScriptedTransport.failure(.couldNotResolve(host: "api.example")))
        let (session, request) = (fixture.session, try fixture.request())
        let error = await sessionError { _ = try await session.send(request) }
        #expect(error == .transport(.couldNotResolve(host: "api.example"), during: .request))
        #expect(sentTokens.count == 1)
        #expect(await session.state.isAuthenticated)
    }

    @Test
    func `statement 8, promise C12: an API key in the Authorization field goes as it is where the session is left out`()
        async throws
    {
        let request = try fixture.request(headers: ["Authorization": "ApiKey 42"])
        let answer = try await fixture.session.send(request, authorization: .none)
        #expect(answer.response.status == 401)
        #expect(sentTokens == ["ApiKey 42"])
        #expect(
            try await fixture.session.authorize(request, authorization: .none).headers["Authorization"] == "ApiKey 42")
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `the answer to a token of an earlier user is no reason to retry`() async throws {
        let request = try await fixture.session.authorize(try fixture.request())
        try await fixture.session.signIn(GivenTokens(access: "B1"))
        let answer = HTTPResponse(status: 401, url: request.url)
        let session = fixture.session
        #expect(await !session.shouldRetry(request, after: answer, attempt: 1))
        #expect(await session.state.isAuthenticated)
        #expect(fixture.tokenRequests.isEmpty)
    }
}
