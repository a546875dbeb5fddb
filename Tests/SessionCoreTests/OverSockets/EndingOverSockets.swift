import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct EndingOverSockets {
    /// What keeps a refresh from being answered, and how the session's callers are told.
    struct Disturbance: Sendable, CustomTestStringConvertible {
        let fault: DemoProvider.Fault
        /// A connection that breaks off is tried once more at once.
        var times = 1
        let isExpected: @Sendable (SessionError) -> Bool

        var testDescription: String { "\(fault)" }
    }

    static let disturbances = [
        Disturbance(fault: .drop, times: 2) {
            if case .transport(.brokenOff, during: .token) = $0 { true } else { false }
        },
        Disturbance(fault: .status(500)) {
            $0 == .server(status: 500, during: .token, retryAfter: nil, reason: "the demo provider fails on demand")
        },
        Disturbance(fault: .status(502, body: "<html>Bad Gateway</html>")) {
            $0 == .server(status: 502, during: .token, retryAfter: nil, reason: "<html>Bad Gateway</html>")
        },
        Disturbance(fault: .status(429, retryAfter: .seconds(7))) {
            $0
                == .server(
                    status: 429, during: .token, retryAfter: .seconds(7), reason: "the demo provider fails on demand")
        },
        Disturbance(fault: .malformed) { if case .unintelligible(_, during: .token) = $0 { true } else { false } },
        Disturbance(fault: .status(200, body: "{}")) {
            $0 == .unintelligible("access_token is missing", during: .token)
        },
        Disturbance(fault: .endless) {
            if case .transport(.tooLarge(limit: 4 << 20, _), during: .token) = $0 { true } else { false }
        },
    ]

    @Test(arguments: disturbances)
    func `invariant 21 over sockets: a refresh that fails for the moment ends nothing`(disturbance: Disturbance)
        async throws
    {
        try await withLiveSession { live in
            let refresh = try await live.tokens.refresh
            let stored = try await live.store.read()
            await live.session.declareAccessTokenExpired()
            await live.demo.inject(disturbance.fault, at: .endpoint(.token), times: disturbance.times)
            let error = await sessionError { try await live.send() }
            #expect(error.map(disturbance.isExpected) == true, "\(String(describing: error))")
            #expect(await live.isAuthenticated)
            #expect(try await live.tokens.refresh == refresh)
            #expect(try await live.store.read() == stored)
            #expect(live.events("refreshFailed") == 1)
            #expect(await live.refreshes == disturbance.times)
            #expect(await live.answers(at: "/orders").isEmpty)
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 21 over sockets: a provider that is down ends nothing, here and after a new start`(
        store: LiveSession.Store
    ) async throws {
        let port = try ReservedPort()
        try await withLiveSession(store: store, provider: { $0.port = port.number }) { live in
            await live.demo.stop()
            await live.session.declareAccessTokenExpired()
            guard
                case .transport(.couldNotConnect, during: .token) = await sessionError({
                    _ = try await live.session.accessToken()
                })
            else {
                Issue.record("the connection was not refused")
                return
            }
            #expect(await live.isAuthenticated)
            let restarted = live.another(on: live.store)
            try await restarted.configure()
            #expect(await restarted.state == .authenticated(.restored))
        }
        withExtendedLifetime(port) {}
    }

    @Test func `invariant 21 over sockets: TLS that fails ends nothing`() async throws {
        try await withLiveSession { live in
            let endpoint = URL(string: live.demo.issuer.replacing("http:", with: "https:") + "/token")
            let session = live.another(on: live.store) { $0.endpoints[.token] = endpoint }
            try await session.configure()
            guard case .transport(.tls, during: .token) = await sessionError({ try await session.refresh() }) else {
                Issue.record("the handshake did not fail")
                return
            }
            #expect(await session.state.isAuthenticated)
        }
    }

    @Test(arguments: [400, 401, 403, 200])
    func `invariant 22 over sockets: invalid_grant ends the session, whatever its status`(status: Int) async throws {
        try await withLiveSession { live in
            let body = #"{"error":"invalid_grant","error_description":"it is over"}"#
            await live.demo.inject(.status(status, body: body), at: .endpoint(.token))
            let error = OAuthError(code: "invalid_grant", detail: "it is over", status: status)
            let expected = SessionError.sessionExpired(.refreshRejected(.named(error)))
            #expect(await sessionError { try await live.session.refresh() } == expected)
            #expect(await live.session.state == .noSession(.refreshRejected(.named(error))))
            try await until { try await live.store.holdsNoToken }
        }
    }

    @Test(arguments: [
        (401, "invalid_client"), (400, "invalid_request"), (400, "unauthorized_client"), (400, "invalid_scope"),
        (400, "temporarily_unavailable"), (503, "temporarily_unavailable"), (503, "invalid_grant"), (400, "slow_down"),
    ])
    func `invariant 22 over sockets: no other error ends it`(status: Int, code: String) async throws {
        try await withLiveSession { live in
            await live.demo.inject(.status(status, body: #"{"error":"\#(code)"}"#), at: .endpoint(.token))
            let expected =
                status == 503
                ? SessionError.server(status: 503, during: .token, retryAfter: nil, reason: code)
                : .refused(OAuthError(code: code, status: status), during: .token)
            #expect(await sessionError { try await live.session.refresh() } == expected)
            let answer = try await live.send()
            #expect(answer.verdict == .accepted)
        }
    }

    @Test func `invariant 23 over sockets: the causes of a forced logout lead back to the request that began it`()
        async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeSessions(of: "alice")
            _ = await sessionError { try await live.send() }
            let events = live.session.recentEvents
            var chain = [try #require(events.last { $0.name == "forcedOut" })]
            while let cause = chain[0].cause {
                chain.insert(try #require(events.first { $0.sequence == cause }), at: 0)
            }
            let story = ["requestStarted", "unauthorized", "refreshStarted", "refreshRejected", "forcedOut"]
            #expect(chain.map(\.name) == story)
        }
    }
}
