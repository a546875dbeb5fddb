import DemoProvider
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct AuthgearPromisesOverSockets {
    @Test(arguments: LiveSession.Store.both)
    func `promises A3 and A4 over sockets: configure asks nobody, so a revoked session still reads authenticated`(
        store: LiveSession.Store
    ) async throws {
        try await withLiveSession(store: store) { live in
            try await live.demo.revokeSessions(of: "alice")
            let before = await live.demo.statistics
            let restarted = live.another(on: live.store)
            try await restarted.configure()
            #expect(await restarted.state == .authenticated(.restored))
            #expect(await restarted.status.verifiedAt == nil)
            #expect(await live.demo.statistics == before)
            _ = await sessionError { try await restarted.fetchUserInfo() }
            #expect(await !restarted.state.isAuthenticated)
        }
    }

    @Test func `promise A5 over sockets: on a live session userinfo yields the user and leaves them signed in`()
        async throws
    {
        try await withLiveSession { live in
            let info = try await live.session.fetchUserInfo()
            #expect(info["preferred_username"] == "alice" && info["email"] == "alice@example.com")
            #expect(info.subject == (await live.session.status.subject))
            #expect(await live.isAuthenticated)
            #expect(await live.session.status.userInfo == info)
            #expect(await live.session.status.verifiedAt != nil)
        }
    }

    @Test func `promise A6 over sockets: when userinfo fails on a dead session, the state is already no session`()
        async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeSessions(of: "alice")
            let error = await sessionError { try await live.session.fetchUserInfo() }
            let state = await live.session.state
            guard case .sessionExpired(let end) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(state == .noSession(end))
        }
    }

    @Test func `promise A7 over sockets: userinfo works right after configure, with an expired token too`() async throws
    {
        try await withLiveSession { live in
            let restarted = live.another(on: live.store)
            try await restarted.configure()
            await restarted.declareAccessTokenExpired()
            try await restarted.fetchUserInfo()
            #expect(await live.refreshes == 1)
        }
    }

    @Test func `promises A8 and A9 over sockets: a refresh if needed makes a request only where it is needed`()
        async throws
    {
        try await withLiveSession { live in
            let before = try await live.session.accessToken().value
            for _ in 0..<5 { try await live.session.refreshAccessTokenIfNeeded() }
            #expect(await live.refreshes == 0)
            await live.session.declareAccessTokenExpired()
            try await live.session.refreshAccessTokenIfNeeded()
            #expect(await live.refreshes == 1)
            let after = try await live.session.accessToken().value
            #expect(after != before)
            #expect(try await live.tokens.access == after)
        }
    }

    @Test func `promises A10 and A12 over sockets: with nobody signed in no request is made and no field sent`()
        async throws
    {
        try await withLiveSession(signedInAs: nil) { live in
            try await live.session.configure()
            try await live.session.refreshAccessTokenIfNeeded()
            #expect(await live.demo.statistics.endpoints.isEmpty)
            let echo = try await live.send("GET", "/echo", authorization: .optional)
            #expect(!echo.response.text.lowercased().contains("authorization"))
            try await live.signIn()
            let signedIn = try await live.send("GET", "/echo", authorization: .optional)
            let token = try await live.tokens.access
            #expect(signedIn.response.text.contains("\"Bearer \(token.fingerprint)\""))
        }
    }

    @Test func `promise A11 over sockets: a refresh fails where the refresh token was revoked or has expired`()
        async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeSessions(of: "alice")
            await live.session.declareAccessTokenExpired()
            guard case .sessionExpired = await sessionError({ try await live.session.refreshAccessTokenIfNeeded() })
            else {
                Issue.record("a revoked session was refreshed")
                return
            }
        }
        try await withLiveSession { live in
            await live.demo.setClockOffset(.seconds(40_000))
            guard case .sessionExpired(.refreshRejected(.named(let error))) = try await live.send().consequence
            else {
                Issue.record("an expired refresh token was accepted")
                return
            }
            #expect(error.detail == "the refresh token expired")
        }
    }

    @Test(arguments: [DemoProvider.Fault.drop, .status(500), .malformed, .status(400, body: #"{"error":"x"}"#)])
    func `promise A13 over sockets: a forced sign-out always ends without a session`(fault: DemoProvider.Fault)
        async throws
    {
        try await withLiveSession { live in
            await live.demo.inject(fault, at: .endpoint(.revocation), times: 5)
            try await live.session.signOut(force: true)
            #expect(await live.session.state == .noSession(.signedOut))
        }
    }

    @Test func `promise A14 over sockets: an unforced sign-out may fail, and then keeps the session`() async throws {
        try await withLiveSession { live in
            await live.demo.inject(.status(503), at: .endpoint(.revocation))
            let error = await sessionError { try await live.session.signOut() }
            let reason = "the demo provider fails on demand"
            #expect(error == .server(status: 503, during: .revocation, retryAfter: nil, reason: reason))
            #expect(try await live.send().verdict == .accepted)
            try await live.session.signOut()
            #expect(await live.session.state == .noSession(.signedOut))
            #expect(try await live.store.holdsNoToken)
        }
    }

    @Test func `promise A15 over sockets: on a 401 the program can force a sign-out, and no token is left`()
        async throws
    {
        try await withLiveSession(client: { client, _ in client.unauthorizedPolicy = .report }) { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            let answer = try await live.send()
            #expect(answer.response.status == 401)
            try await live.session.signOut(force: true)
            #expect(await live.session.state == .noSession(.signedOut))
            #expect(await live.session.revealTokens() == nil)
            #expect(await sessionError { try await live.send() } == .noSession)
        }
    }
}
