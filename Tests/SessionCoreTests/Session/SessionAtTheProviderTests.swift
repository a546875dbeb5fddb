import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SessionAtTheProviderTests {
    @Test func `a token exchange gives a separate token and leaves the session's alone`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "narrow", refresh: "other", expiresIn: "5"))
        let response = try await fixture.session.exchangeAccessToken(for: TokenExchange(audience: ["orders"]))
        #expect(response.accessToken.reveal() == "narrow")
        #expect(try await fixture.session.accessToken().value.reveal() == "A1")
        #expect(await fixture.session.revealTokens()?.refresh?.reveal() == "R1")
        #expect(fixture.tokenRequests.map { $0.form["subject_token"] } == ["A1"])
    }

    @Test func `an expired token is refreshed before it is exchanged`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.expireAccessToken()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "narrow", refresh: nil))
        _ = try await fixture.session.exchangeAccessToken(for: TokenExchange(scope: ["read"]))
        #expect(fixture.tokenRequests.last?.form["subject_token"] == "A2")
    }

    @Test func `invariant 22: an exchange that is refused, with invalid_grant too, ends no session`() async throws {
        for code in ["invalid_grant", "invalid_target"] {
            let fixture = try await SessionFixture().signedIn()
            fixture.transport.once("/token", ScriptedTransport.refusal(code))
            let error = await failure { try await fixture.session.exchangeAccessToken(for: TokenExchange()) }
            #expect(error == .refused(OAuthError(code: code, detail: "because", status: 400), during: .token))
            #expect(await fixture.session.state.isAuthenticated)
        }
    }

    @Test func `the access token is introspected as it is`() async throws {
        let fixture = SessionFixture {
            $0.endpoints = [.introspection: URL(string: "\(SessionFixture.issuer)/introspect")].compactMapValues { $0 }
        }
        try await fixture.signedIn()
        fixture.expireAccessToken()
        fixture.transport.once("/introspect", ScriptedTransport.json(#"{"active":false}"#))
        #expect(try await fixture.session.introspectAccessToken().isActive == false)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
        try await fixture.session.signOut(force: true)
        #expect(await failure { try await fixture.session.introspectAccessToken() } == .noSession)
    }

    @Test func `the refresh token is introspected without being spent, and its absence is told`() async throws {
        let endpoints = [ProviderEndpoint.introspection: URL(string: "\(SessionFixture.issuer)/introspect")]
        let fixture = SessionFixture { $0.endpoints = endpoints.compactMapValues { $0 } }
        try await fixture.signedIn()
        let token = try #require(await fixture.session.status.refreshToken)
        fixture.transport.once("/introspect", ScriptedTransport.json(#"{"active":true}"#))
        #expect(try await fixture.session.introspectRefreshToken().isActive)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.status.refreshToken == token)

        let without = SessionFixture { $0.endpoints = endpoints.compactMapValues { $0 } }
        try await without.signedIn(GivenTokens(refresh: nil))
        let error = await failure { try await without.session.introspectRefreshToken() }
        #expect(error == .unsupported("introspection of a refresh token: it issued none"))
        #expect(without.transport.requests(to: "/introspect").isEmpty)
    }

    @Test func `after a session was lost an introspection tells that, and why`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(refresh: nil))
        fixture.expireAccessToken()
        _ = await failure { try await fixture.session.accessToken() }
        let error = await failure { try await fixture.session.introspectAccessToken() }
        #expect(error == .sessionExpired(.expiredWithoutRefreshToken))
    }

    @Test func `the end session URL names the session while there is one`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        let bye = try #require(URL(string: "http://127.0.0.1/bye"))
        let url = try await fixture.session.endSessionURL(redirectURI: bye, state: "s")
        let parameters = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
        #expect(url.absoluteString.hasPrefix("\(SessionFixture.issuer)/logout?"))
        #expect(parameters["id_token_hint"] == "id-token-of-alice")
        #expect(parameters["post_logout_redirect_uri"] == "http://127.0.0.1/bye")
        #expect(parameters["state"] == "s")
        try await fixture.session.signOut(force: true)
        let after = try await fixture.session.endSessionURL()
        #expect(after.absoluteString == "\(SessionFixture.issuer)/logout?client_id=console")
    }
}
