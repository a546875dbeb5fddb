import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LeaksOverSockets {
    @Test func `invariant 37 over sockets: a redirect to another origin is followed without the token`() async throws {
        try await withLiveSession { live in
            let answer = try await live.send("GET", "/redirect-out")
            #expect(answer.response.status == 200)
            #expect(answer.response.redirects.map(\.keptAuthorization) == [false])
            #expect(Origin(answer.response.url) != Origin(try live.request().url))
            let headers = try #require(try answer.response.json["headers"]?.object)
            #expect(!headers.names.contains { $0.lowercased() == "authorization" })
            #expect(answer.verdict == .none)
        }
    }

    @Test func `invariant 37 over sockets: a 401 from where the token did not go means nothing`() async throws {
        try await withLiveSession { live in
            await live.demo.inject(.status(401), at: .path("/echo"))
            let answer = try await live.send("GET", "/redirect-out")
            #expect(answer.response.status == 401)
            #expect(answer.verdict == .none)
            #expect(await live.refreshes == 0)
            #expect(await live.isAuthenticated)
        }
    }

    @Test func `invariant 37 over sockets: the token goes to no origin that is not configured`() async throws {
        try await withLiveSession { live in
            // The same machine and the same port under another name.
            let text = live.demo.api.replacing("127.0.0.1", with: "localhost")
            let url = try #require(URL(string: text + "/echo"))
            let refused = SessionError.originNotAllowed(text)
            #expect(await sessionError { _ = try await live.session.send(HTTPRequest(url: url)) } == refused)
            #expect(await live.answers(at: "/echo").isEmpty)
            let answer = try await live.session.send(HTTPRequest(url: url), authorization: .optional)
            #expect(answer.facts.token == nil)
            #expect(!answer.response.text.lowercased().contains("authorization"))
        }
    }

    @Test func `invariant 38 over sockets: of a whole run no secret can be found in any event, error or status`()
        async throws
    {
        try await withLiveSession(store: .file, signedInAs: nil) { live in
            let session = live.session
            var told: [String] = []
            func tell(_ work: () async throws -> Void) async {
                let error = await sessionError(work)
                var text = ""
                dump(error, to: &text)
                told += [text, "\(String(describing: error))", error.map { "\($0)" } ?? ""]
            }
            try await session.configure()
            await tell { try await session.signIn(PasswordFlow(username: "alice", password: Secret("not wonderland"))) }
            try await live.signIn()
            await tell { try await live.send("POST", "/echo?code=secret-in-a-query", body: .text("x")) }
            await tell { try await live.send("GET", "/redirect-out") }
            await tell { _ = try await session.fetchUserInfo() }
            try await live.demo.revokeAccessTokens(of: "alice")
            await tell { try await live.send() }
            await live.demo.inject(.status(500), at: .endpoint(.token))
            await tell { try await session.refresh() }
            try await CodeSignIn(live).run()
            await tell { _ = try await session.exchangeAccessToken(for: TokenExchange(scope: ["openid"])) }
            await live.demo.inject(.status(503), at: .endpoint(.revocation))
            await tell { try await session.signOut(force: true) }
            try await live.signIn("bob")
            try await live.demo.revokeSessions(of: "bob")
            await tell { try await live.send() }

            for event in session.recentEvents {
                var text = ""
                dump(event, to: &text)
                told += [text, "\(event)"]
            }
            told.append("\(await session.status) \(await session.state) \(session.client)")
            let secrets = live.wire.secrets.union(["secret-in-a-query", "wonderland", "builder"])
            #expect(secrets.count > 15)
            for secret in secrets where secret.count > 5 {
                #expect(!told.contains { $0.contains(secret) }, "a secret of \(secret.count) characters was told")
            }
        }
    }

    @Test func `invariant 39 over sockets: exactly one Authorization field arrives, whatever the caller put there`()
        async throws
    {
        try await withLiveSession { live in
            var headers: HTTPHeaders = ["authorization": "Basic eDp5"]
            headers.add("Authorization", "Bearer: stale")
            let answer = try await live.send("GET", "/echo", headers: headers)
            let echo = try #require(try answer.response.json["headers"]?.object)
            let names = echo.names.filter { $0.lowercased() == "authorization" }
            #expect(names == ["Authorization"])
            let token = try await live.tokens.access
            #expect(echo["Authorization"] == .string("Bearer \(token.fingerprint)"))
            // The provider refuses a second field and any other form of the value.
            #expect(try await live.send("GET", "/orders", headers: headers).verdict == .accepted)
        }
    }

    @Test(arguments: ["+ &=% ", "a+b&c=d%20e", "ü € 🍵", "\"quoted\\\" ; ,", "new\nline"])
    func `invariant 39 over sockets: a password arrives as it was typed`(password: String) async throws {
        try await withLiveSession(signedInAs: nil, provider: { $0.users[0].password = password }) { live in
            try await live.session.configure()
            try await live.session.signIn(PasswordFlow(username: "alice", password: Secret(password)))
            #expect(await live.isAuthenticated)
        }
    }
}
