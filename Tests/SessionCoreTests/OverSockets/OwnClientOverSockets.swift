import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

/// A program's own HTTP client, with the session's two hooks in it.
private final class OwnClient: Sendable {
    private let session: Session
    private let transport: any HTTPTransport
    private let sent = Mutex<[String?]>([])

    init(_ live: LiveSession) {
        session = live.session
        transport = live.wire
    }

    /// The `Authorization` fields of all attempts, in their order.
    var fields: [String?] { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var attempt = 1
        while true {
            let authorized = try await session.authorize(request)
            sent.withLock { $0.append(authorized.headers["Authorization"]) }
            let response = try await transport.send(authorized)
            guard await session.shouldRetry(authorized, after: response, attempt: attempt) else { return response }
            attempt += 1
        }
    }
}

/// The promises of Get, to programs that send by themselves.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OwnClientOverSockets {
    @Test func `promises C1 and C9 over sockets: every attempt is authorised anew, so a retry has the new token`()
        async throws
    {
        try await withLiveSession { live in
            let before = try await live.tokens.access
            try await live.demo.revokeAccessTokens(of: "alice")
            let client = OwnClient(live)
            let response = try await client.send(live.request())
            #expect(response.status == 200)
            let after = try await live.tokens.access
            #expect(client.fields == ["Bearer \(before.reveal())", "Bearer \(after.reveal())"])
            #expect(await live.refreshes == 1)
        }
    }

    @Test func `promise C2 over sockets: where no token can be had, nothing is sent`() async throws {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            await live.demo.inject(.status(500), at: .endpoint(.token))
            let client = OwnClient(live)
            let error = await sessionError { _ = try await client.send(live.request()) }
            let reason = "the demo provider fails on demand"
            #expect(error == .server(status: 500, during: .token, retryAfter: nil, reason: reason))
            #expect(client.fields.isEmpty)
            #expect(await live.answers(at: "/orders").isEmpty)
        }
    }

    @Test func `promise C3 over sockets: the request's own fields stay`() async throws {
        try await withLiveSession { live in
            let request = try live.request("GET", "/echo", headers: ["X-Trace": "7", "Authorization": "Basic eDp5"])
            let response = try await OwnClient(live).send(request)
            let fields = try #require(try response.json["headers"]?.object)
            #expect(fields["X-Trace"] == "7")
            #expect(fields.names.count { $0.lowercased() == "authorization" } == 1)
            #expect(fields["Authorization"]?.string?.hasPrefix("Bearer ") == true)
        }
    }

    @Test func `promises C4 to C6 over sockets: the first 401 is retried and the second returned`() async throws {
        try await withLiveSession { live in
            await live.demo.inject(.status(401), at: .path("/orders"), times: 5)
            let client = OwnClient(live)
            let response = try await client.send(live.request())
            #expect(response.status == 401)
            #expect(client.fields.count == 2)
            #expect(await live.refreshes == 1)
            // Userinfo still takes the fresh token: the 401 is about this API.
            #expect(await live.session.state.isAuthenticated)
        }
    }

    @Test func `promise C7 over sockets: ten 401s at the same time cost one refresh`() async throws {
        try await withLiveSession { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            let request = try live.request()
            let client = OwnClient(live)
            live.wire.gatherAnswers(10, from: "/orders")
            let hold = live.wire.holdAnswer(from: "/token")
            let calls = inParallel(10) { try await client.send(request).status }
            try await live.waiting(10)
            hold.release()
            for call in calls { #expect(try await call.value == 200) }
            #expect(await live.refreshes == 1)
            #expect(await live.answers(at: "/orders") == ["401": 10, "200": 10])
        }
    }

    @Test func `promise C8 over sockets: where the refresh token is dead the retry fails and does not loop`()
        async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeSessions(of: "alice")
            let client = OwnClient(live)
            #expect(try await client.send(live.request()).status == 401)
            guard
                case .sessionExpired(.refreshRejected) = await sessionError({
                    _ = try await client.send(live.request())
                })
            else {
                Issue.record("the session goes on")
                return
            }
            #expect(client.fields.count == 1)
            #expect(await live.refreshes == 1)
        }
    }
}
