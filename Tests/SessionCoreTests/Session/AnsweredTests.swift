import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// An answer that came is returned, with its consequence.
@Suite(.timeLimit(.minutes(5)))
struct AnsweredTests {
    private static let challenge = AuthenticationChallenge(scheme: "Bearer", parameters: ["error": "invalid_token"])

    private func rejecting(_ policy: UnauthorizedPolicy = .refreshThenForceLogout) async throws -> SessionFixture {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
        fixture.transport.always("/orders") { request in
            var answer = try await ScriptedTransport.unauthorized()(request)
            answer.body = Array("what the API said".utf8)
            return answer
        }
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        return fixture
    }

    @Test func `the events of a call have the label of its request`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        var request = try fixture.request()
        let label = RequestLabel(7, from: "session")
        request.label = label
        #expect(try await fixture.session.send(request).facts.label == label)
        #expect(try await fixture.session.send(fixture.request()).facts.label == nil)
    }

    @Test func `truth 3: after a refresh that failed the caller gets what the API said`() async throws {
        let fixture = try await rejecting()
        fixture.transport.always("/token", ScriptedTransport.answer(503, headers: ["Retry-After": "7"]))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.response.status == 401)
        #expect(String(decoding: answer.response.body, as: UTF8.self) == "what the API said")
        let error = SessionError.server(status: 503, during: .token, retryAfter: .seconds(7))
        #expect(answer.verdict == .refreshFailed(Self.challenge, error))
        #expect(answer.facts.status == 401)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.count("requestFinished") == 1)
        #expect(fixture.count("requestFailed") == 0)
    }

    @Test func `truth 3: after a refresh that was rejected too, with the reason of the end`() async throws {
        let fixture = try await rejecting()
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(String(decoding: answer.response.body, as: UTF8.self) == "what the API said")
        let end = SessionEnd.refreshRejected(.named(OAuthError(code: "invalid_grant", detail: "because", status: 400)))
        #expect(answer.verdict == .sessionEnded(Self.challenge, end))
        #expect(await fixture.session.state == .noSession(end))
    }

    @Test func `truth 3: 401s at the same time under the policy logout all return their answer`() async throws {
        let fixture = try await rejecting(.forceLogout)
        let everyoneIsIn = Gate()
        fixture.transport.always(
            "/orders", ScriptedTransport.held(by: everyoneIsIn, ScriptedTransport.unauthorized()))
        let session = fixture.session
        let request = try fixture.request()
        let calls = (0..<20).map { _ in Task { try await session.send(request) } }
        try await fixture.transport.received(20, at: "/orders")
        everyoneIsIn.open()
        for call in calls {
            let answer = try await call.value
            #expect(answer.response.status == 401)
            #expect(answer.verdict == .sessionEnded(Self.challenge, .forcedOut(request: "GET /orders")))
        }
        #expect(fixture.count("forcedOut") == 1)
    }

    @Test func `truth 3: a caller that has left while the token was renewed gets no answer`() async throws {
        let fixture = try await rejecting()
        fixture.transport.always("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        let session = fixture.session
        let request = try fixture.request()
        let call = Task { try await session.send(request) }
        try await until { await session.status.refreshWaiters == 1 }
        call.cancel()
        #expect(await sessionError { _ = try await call.value } == .cancelled)
    }

    @Test func `a client of its own has the answer back where the refresh failed`() async throws {
        let fixture = try await rejecting()
        fixture.transport.always("/token", ScriptedTransport.answer(503))
        let session = fixture.session
        let request = try await session.authorize(try fixture.request())
        let answer = HTTPResponse(status: 401, url: request.url)
        #expect(await !session.shouldRetry(request, after: answer, attempt: 1))
        #expect(fixture.count("refreshFailed") == 1)
        #expect(await session.state.isAuthenticated)
    }

    static let unreadable: [(field: String, received: String?)] = [
        ("Basic realm=\"x\"", "Basic realm=\"x\""),
        ("\"Bearer\" error=invalid_token", "\"Bearer\" error=invalid_token"),
        ("error=\"invalid_token\"", "error=\"invalid_token\""),
        ("Bearer realm=\"x", "Bearer realm=\"x"),
        ("Bearer realm=\"x\"", nil), ("Bearer error=\"invalid_token", nil), ("Bearer", nil),
    ]

    @Test(arguments: unreadable)
    func `truth 3: a challenge that can't be understood is kept as it came`(field: String, received: String?)
        async throws
    {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .report }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(field))
        let answer = try await fixture.session.send(try fixture.request())
        guard case .rejected(let challenge?) = answer.verdict else {
            Issue.record("\(answer.verdict)")
            return
        }
        #expect(challenge.received == received)
    }

    @Test func `truth 3: an endless challenge is cut`() async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .report }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(String(repeating: "x", count: 100_000)))
        guard case .rejected(let challenge?) = try await fixture.session.send(try fixture.request()).verdict else {
            Issue.record("no challenge")
            return
        }
        #expect(challenge.received?.utf8.count == 4_096)
    }
}
