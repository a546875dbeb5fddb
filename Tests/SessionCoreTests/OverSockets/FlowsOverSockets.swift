import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowsOverSockets {
    @Test func `a password signs in, and a wrong one is refused in the provider's words`() async throws {
        try await withLiveSession(signedInAs: nil) { live in
            try await live.session.configure()
            let error = await sessionError {
                try await live.session.signIn(PasswordFlow(username: "alice", password: Secret("looking-glass")))
            }
            guard case .signInDenied(let denial) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(denial.code == "invalid_grant" && denial.detail == "the username or the password is wrong")
            try await live.signIn()
            #expect(await live.session.state == .authenticated(.signedIn(flow: "password")))
            #expect(await live.session.status.subject == "248289761001")
        }
    }

    @Test func `a wrong password leaves the session that is there alone`() async throws {
        try await withLiveSession { live in
            _ = await sessionError {
                try await live.session.signIn(PasswordFlow(username: "bob", password: Secret("wrecker")))
            }
            let me = try await live.send("GET", "/me")
            #expect(try me.response.json["username"] == "alice")
        }
    }

    @Test(arguments: ["basic", "post", "private_key_jwt"])
    func `a client signs in for itself`(method: String) async throws {
        let key = TestKey.p256
        try await withLiveSession(signedInAs: nil) {
            $0.clientKeys = [try #require(JWK(pem: key.pem).publicKey)]
        } client: { client, demo in
            client.clientID = demo.confidentialClientID
            client.scope = ["orders"]
            switch method {
            case "basic": client.authentication = .basic(Secret(demo.clientSecret))
            case "post": client.authentication = .post(Secret(demo.clientSecret))
            default: client.authentication = .privateKeyJWT(ClientKey(pem: Secret(key.pem)))
            }
        } test: { live in
            try await live.session.configure()
            try await live.session.signIn(ClientCredentialsFlow())
            let me = try await live.send("GET", "/me")
            #expect(try me.response.json["sub"] == .string(live.demo.confidentialClientID))
            #expect(await live.session.status.refreshToken == nil)
            // The provider lets a client that has proved itself look at its token.
            #expect(try await live.session.introspectAccessToken().isActive)
            // Without a refresh token, the client's own credentials bring the next access token.
            await live.session.declareAccessTokenExpired()
            let next = try await live.send("GET", "/me")
            #expect(try next.response.json["sub"] == .string(live.demo.confidentialClientID))
            #expect(await live.session.status.generation == 1)
        }
    }

    @Test func `a client with a wrong secret is refused`() async throws {
        try await withLiveSession(
            signedInAs: nil,
            client: { client, demo in
                client.clientID = demo.confidentialClientID
                client.authentication = .basic(Secret("guessed"))
            }
        ) { live in
            try await live.session.configure()
            let error = await sessionError { try await live.session.signIn(ClientCredentialsFlow()) }
            guard case .refused(let refusal, during: .token) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.code == "invalid_client")
        }
    }

    @Test func `tokens obtained elsewhere are taken over, and refreshed`() async throws {
        try await withLiveSession { live in
            let tokens = try await live.tokens
            let refresh = try #require(tokens.refresh)
            let json = JSONObject([
                ("access_token", .string(tokens.access.reveal())), ("token_type", "Bearer"), ("expires_in", "3600"),
                ("refresh_token", .string(refresh.reveal())),
                ("id_token", .string(try #require(tokens.idToken).reveal())),
            ])
            let session = live.another(on: MemoryStore())
            try await session.configure()
            try await session.signIn(ImportFlow(json: Secret(json.serialized())))
            #expect(await session.state == .authenticated(.signedIn(flow: "import")))
            #expect(await session.status.verifiedAt == nil)
            #expect(try await session.send(live.request()).verdict == .accepted)
            #expect(await session.status.verifiedAt != nil)
            try await session.refresh()
            #expect(await live.refreshes == 1)
        }
    }

    @Test func `an imported ID token of another client is refused`() async throws {
        try await withLiveSession { live in
            let tokens = try await live.tokens
            let idToken = try #require(tokens.idToken).reveal()
            let json = #"{"access_token":"\#(tokens.access.reveal())","token_type":"Bearer","id_token":"\#(idToken)"}"#
            let session = live.another(on: MemoryStore()) { $0.clientID = live.demo.confidentialClientID }
            try await session.configure()
            let error = await sessionError { try await session.signIn(ImportFlow(json: Secret(json))) }
            guard case .untrustworthy(let check, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(check.contains("aud"))
            #expect(await !session.state.isAuthenticated)
        }
    }

    @Test func `a token is exchanged for a narrower one, and the session keeps its own`() async throws {
        try await withLiveSession { live in
            let before = try await live.tokens.access
            let narrow = try await live.session.exchangeAccessToken(
                for: TokenExchange(audience: ["https://orders.example"], scope: ["orders"]))
            #expect(narrow.scope == ["orders"])
            #expect(narrow.accessToken != before)
            #expect(try await live.tokens.access == before)
            #expect(await live.demo.statistics.token["token_exchange"] == ["ok": 1, "invalid_grant": 0])
            let error = await sessionError {
                _ = try await live.session.exchangeAccessToken(for: TokenExchange(scope: ["admin"]))
            }
            guard case .refused(let refusal, during: .token) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.code == "invalid_scope")
            #expect(await live.isAuthenticated)
        }
    }

    @Test func `opaque access tokens are used, refreshed and revoked like any other`() async throws {
        try await withLiveSession(provider: { $0.opaqueAccessTokens = true }) { live in
            let access = try await live.tokens.access.reveal()
            #expect(!access.contains("."))
            #expect(try await live.send().verdict == .accepted)
            try await live.demo.revokeAccessTokens(of: "alice")
            #expect(try await live.send().verdict == .accepted)
            #expect(await live.refreshes == 1)
            try await live.session.signOut()
            #expect(await live.requests(to: .revocation) == 2)
        }
    }

    @Test func `a scope that shrinks with a refresh is taken note of`() async throws {
        try await withLiveSession { live in
            #expect(await live.session.status.scope == ["openid", "profile", "email", "orders"])
            await live.demo.narrowScopeOnNextRefresh(to: "openid orders")
            try await live.session.refresh()
            #expect(await live.session.status.scope == ["openid", "orders"])
            #expect(try await live.send().verdict == .accepted)
        }
    }
}
