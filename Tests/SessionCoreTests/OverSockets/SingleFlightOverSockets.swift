import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SingleFlightOverSockets {
    @Test(arguments: LiveSession.Store.both)
    func `invariant 1 over sockets: 50 callers with an expired token cost one token request`(
        store: LiveSession.Store
    ) async throws {
        try await withLiveSession(store: store) { live in
            let before = try await live.tokens.access
            await live.session.declareAccessTokenExpired()
            let hold = live.wire.holdAnswer(from: "/token")
            let callers = inParallel(50) { try await live.session.accessToken().value }
            try await live.waiting(50)
            hold.release()
            var tokens: Set<Secret> = []
            for caller in callers { tokens.insert(try await caller.value) }
            #expect(tokens == [try await live.tokens.access])
            #expect(!tokens.contains(before))
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "invalid_grant": 0])
            #expect(await live.requests(to: .discovery) == 1)
        }
    }

    @Test func `invariant 2 over sockets: the slot is freed by the refresh's end and never used again`() async throws {
        try await withLiveSession { live in
            let session = live.session
            await session.declareAccessTokenExpired()
            let hold = live.wire.holdAnswer(from: "/token")
            let first = Task { try await session.accessToken().value }
            try await hold.answered()
            first.cancel()
            #expect(await errors(of: [first]) == [.cancelled])
            let second = Task { try await session.accessToken().value }
            try await live.waiting(1)
            hold.release()
            let token = try await second.value
            #expect(await live.refreshes == 1)

            await session.declareAccessTokenExpired()
            #expect(try await session.accessToken().value != token)
            #expect(await live.refreshes == 2)
        }
    }

    @Test func `invariant 3 over sockets: a cancelled caller leaves alone, and at once`() async throws {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            let hold = live.wire.holdAnswer(from: "/token")
            let first = Task { try await live.send() }
            try await live.waiting(1)
            let others = inParallel(5) { try await live.send().response.status }
            try await live.waiting(6)
            first.cancel()
            // The answer is still kept back: nothing but the cancellation can have ended the wait.
            #expect(await errors(of: [first]) == [.cancelled])
            hold.release()
            for other in others { #expect(try await other.value == 200) }
            #expect(await live.refreshes == 1)
            #expect(await live.isAuthenticated)
            #expect(live.events("refreshFailed") == 0)
        }
    }

    @Test func `invariant 4 over sockets: a refresh that hangs fails at its deadline, and the next call asks anew`()
        async throws
    {
        let clock = TestClock(now: Date())
        try await withLiveSession(clock: clock) { live in
            await live.session.declareAccessTokenExpired()
            await live.demo.inject(.hang, at: .endpoint(.token))
            let callers = inParallel(3) { try await live.session.accessToken() }
            try await live.waiting(3)
            try await until { await live.refreshes == 1 }
            try await clock.sleepers(atLeast: 1)
            clock.advance(by: live.client.refreshDeadline)
            let expected = SessionError.transport(.timedOut(.waiting), during: .token)
            #expect(await errors(of: callers) == [expected, expected, expected])
            #expect(await live.isAuthenticated)
            _ = try await live.session.accessToken()
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "fault": 1, "invalid_grant": 0])
        }
    }

    @Test func `invariant 5 over sockets: all who wait share the failure, and none tries again`() async throws {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            await live.demo.inject(.status(500), at: .endpoint(.token))
            let hold = live.wire.holdAnswer(from: "/token")
            let callers = inParallel(18) { try await live.session.accessToken() }
            try await live.waiting(18)
            hold.release()
            let expected = SessionError.server(status: 500, during: .token, retryAfter: nil)
            #expect(Set(await errors(of: callers)) == [expected])
            #expect(await live.refreshes == 1)
        }
    }

    @Test func `invariant 6 over sockets: a 401 of the token endpoint is no 401 of an API`() async throws {
        try await withLiveSession { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            await live.demo.inject(.status(401, body: #"{"error":"invalid_client"}"#), at: .endpoint(.token))
            let refusal = SessionError.refused(OAuthError(code: "invalid_client", status: 401), during: .token)
            #expect(try await live.send().consequence == refusal)
            #expect(await live.refreshes == 1)
            #expect(live.wire.requests(to: "/token").allSatisfy { $0.headers["Authorization"] == nil })
            #expect(await live.answers(at: "/orders") == ["401": 1])
            #expect(live.events("unauthorized") == 1)
        }
    }

    @Test func `invariant 7 over sockets: a 401 on a token that was replaced meanwhile costs no refresh`() async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            let hold = live.wire.holdAnswer(from: "/orders")
            let slow = Task { try await live.send() }
            try await hold.answered()
            #expect(try await live.send("GET", "/me").response.status == 200)
            #expect(await live.refreshes == 1)
            hold.release()
            let answer = try await slow.value
            #expect(answer.response.status == 200)
            #expect(answer.facts.attempts == 2)
            #expect(await live.refreshes == 1)

            // What that refresh brought is not handed out any more once it is rejected too.
            try await live.demo.revokeAccessTokens(of: "alice")
            #expect(try await live.send().verdict == .accepted)
            #expect(await live.refreshes == 2)
        }
    }

    @Test func `invariant 8 over sockets: after invalid_grant nothing is asked until a new sign-in`() async throws {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            await live.demo.rejectNextRefreshes()
            for _ in 0..<10 {
                guard case .sessionExpired(.refreshRejected) = await sessionError({ try await live.send() }) else {
                    Issue.record("the session goes on")
                    return
                }
            }
            #expect(await live.refreshes == 1)
            #expect(await live.answers(at: "/orders").isEmpty)
            try await live.signIn()
            #expect(try await live.send().response.status == 200)
        }
    }

    @Test func `invariant 8 over sockets: after a failure the token endpoint is left alone for a while`() async throws {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            await live.demo.inject(.status(503, retryAfter: .seconds(120)), at: .endpoint(.token))
            let first = SessionError.server(status: 503, during: .token, retryAfter: .seconds(120))
            #expect(await sessionError { _ = try await live.session.accessToken() } == first)
            for _ in 0..<20 {
                guard case .backingOff(let delay, _) = await sessionError({ _ = try await live.session.accessToken() })
                else {
                    Issue.record("the token endpoint is asked again")
                    return
                }
                #expect(delay > .seconds(60))
            }
            #expect(await live.refreshes == 1)
            #expect(await live.isAuthenticated)
        }
    }
}
