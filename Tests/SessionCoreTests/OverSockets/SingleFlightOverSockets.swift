import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SingleFlightOverSockets {
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
            let first = SessionError.server(
                status: 503, during: .token, retryAfter: .seconds(120), reason: "the demo provider fails on demand")
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
