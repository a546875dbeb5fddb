import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What ends a session, and what does not, between a real provider and an API of its own.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OneAPIOverSockets {
    /// An API that trusts another provider and says so.
    private static func strangeAPI() throws -> RawServer {
        try RawServer { connection in
            while true {
                let head = connection.readHead()
                guard let path = head.split(separator: " ").dropFirst().first else { return }
                let host = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host: ") }?.dropFirst(6)
                let api = "http://\(host ?? "")"
                let metadata = "/.well-known/oauth-protected-resource"
                let pointer = "resource_metadata=\"\(api)\(metadata)\""
                let challenge = "WWW-Authenticate: Bearer error=\"invalid_token\", \(pointer)"
                var answer = ("401 Unauthorized", challenge, "")
                if path == metadata {
                    let document = #"{"resource":"\#(api)","authorization_servers":["https://other.example"]}"#
                    answer = ("200 OK", "Content-Type: application/json", document)
                }
                let (status, field, body) = answer
                connection.write(
                    "HTTP/1.1 \(status)\r\n\(field)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }
    }

    @Test func `end 2 over sockets: an API that trusts another provider says so and ends nobody's session`()
        async throws
    {
        let server = try Self.strangeAPI()
        let url = try server.url
        try await withLiveSession(client: { client, _ in client.apis.append(url) }) { live in
            for _ in 0..<3 {
                let answer = try await live.session.send(HTTPRequest(url: url))
                guard case .rejectedByAPI(let challenge) = answer.verdict else {
                    Issue.record("\(answer.verdict)")
                    return
                }
                #expect(challenge?.error == "invalid_token")
                #expect(challenge?.trustedIssuers == ["https://other.example"])
            }
            #expect(await live.refreshes == 1)
            #expect(await live.requests(to: .userInfo) == 1)
            #expect(await live.requests(to: .revocation) == 0)
            #expect(try await live.send().verdict == .accepted)
            let asked = live.wire.requests(to: "/.well-known/oauth-protected-resource")
            #expect(asked.count == 1)
            #expect(asked.first?.headers["Authorization"] == nil)
        }
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [
        (200, #"{"error":"bad_refresh_token"}"#), (200, #"{"ok":false,"error":"invalid_refresh_token"}"#),
        (400, #"{"error":"Bad Request","status":400,"message":"Invalid refresh token"}"#),
        (401, #"{"status":401,"error":"Unauthorized","path":"/oauth/token"}"#),
        (403, #"{"error":"unauthorized_client","error_description":"refresh_token is invalid"}"#),
        (422, #"{"message":"The given data was invalid."}"#),
    ])
    func `end 1 over sockets: a refresh that is refused in a vendor's words ends the session at the second try`(
        status: Int, body: String
    ) async throws {
        let clock = TestClock()
        try await withLiveSession(store: .file, clock: clock) { live in
            await live.demo.inject(.status(status, body: body), at: .endpoint(.token), times: 2)
            await live.session.declareAccessTokenExpired()
            let error = await sessionError { _ = try await live.send() }
            #expect(error != nil)
            #expect(await live.isAuthenticated)
            clock.advance(by: .seconds(1))
            guard case .sessionExpired(.refreshRejected) = await sessionError({ try await live.send() }) else {
                Issue.record("the session did not end")
                return
            }
            try await until { try await live.store.holdsNoToken }
            #expect(await live.session.status.flow == "password")
        }
    }

    @Test func `end 1 over sockets: the demand of a sign-in ends the session at once`() async throws {
        try await withLiveSession { live in
            let body = #"{"error":"interaction_required","error_description":"AADSTS50076"}"#
            await live.demo.inject(.status(400, body: body), at: .endpoint(.token))
            let error = await sessionError { _ = try await live.session.refresh() }
            #expect(error != nil)
            #expect(await !live.isAuthenticated)
        }
    }

    @Test func `end 3 over sockets: a token that runs out on its way ends nothing`() async throws {
        let clock = TestClock()
        try await withLiveSession(clock: clock) { live in
            await live.demo.inject(.status(401), at: .path("/orders"), times: 2)
            let first = live.wire.holdAnswer(from: "/orders")
            let second = live.wire.holdAnswer(from: "/orders")
            first.release()
            let call = Task { try await live.send() }
            try await second.answered()
            clock.advance(by: .seconds(3_600))
            second.release()
            #expect(try await call.value.verdict == .rejected(nil))
            #expect(await live.isAuthenticated)
            #expect(await live.requests(to: .userInfo) == 0)
            #expect(try await live.send().verdict == .accepted)
            #expect(await live.refreshes == 2)
        }
    }

    @Test func `end 6 over sockets: userinfo's Bad_OAuth_Token is worth one refresh`() async throws {
        try await withLiveSession { live in
            await live.demo.inject(.status(403, body: "Bad_OAuth_Token"), at: .endpoint(.userInfo))
            let info = try await live.session.fetchUserInfo()
            #expect(!info.subject.isEmpty)
            #expect(await live.refreshes == 1)
        }
    }
}
