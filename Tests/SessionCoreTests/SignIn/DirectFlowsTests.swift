import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct DirectFlowsTests {
    private static let granted = ScriptedTransport.json(
        #"{"access_token":"access-1","token_type":"Bearer","expires_in":60}"#)

    @Test func `the password flow sends the name and the password form-encoded`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.scope = ["openid", "mail"] })
        scripted.transport.once("/token", Self.granted)
        let flow = PasswordFlow(username: "al ice", password: Secret("p+w&=%ü"))
        let result = try await flow.signIn(scripted.context)
        #expect(flow.name == "password")
        #expect(result.tokens.expiresIn == .seconds(60))
        #expect(
            try scripted.lastForm(to: "/token") == [
                "grant_type": "password", "username": "al ice", "password": "p+w&=%ü", "scope": "openid mail",
                "client_id": "console",
            ])
    }

    @Test func `a wrong password is a sign-in denied`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(
            "/token", ScriptedTransport.json(#"{"error":"invalid_grant","error_description":"wrong"}"#, status: 400))
        #expect(
            await failure {
                try await PasswordFlow(username: "a", password: Secret("b")).signIn(scripted.context)
            } == .signInDenied(OAuthError(code: "invalid_grant", detail: "wrong", status: 400)))
    }

    @Test func `an ID token of a password sign-in is verified too`() async throws {
        let scripted = try ImaginaryProvider()
        let forged = try scripted.idToken { $0["aud"] = "somebody-else" }.reveal()
        scripted.transport.once(
            "/token", ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer","id_token":"\#(forged)"}"#))
        guard
            case .untrustworthy = await failure(of: {
                try await PasswordFlow(username: "a", password: Secret("b")).signIn(scripted.context)
            })
        else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test func `the client credentials flow signs in as the client`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.authentication = .post(Secret("s"))
            $0.scope = []
        })
        scripted.transport.once("/token", Self.granted)
        let flow = ClientCredentialsFlow()
        #expect(flow.name == "client-credentials")
        #expect(try await flow.signIn(scripted.context).idToken == nil)
        #expect(
            try scripted.lastForm(to: "/token") == [
                "grant_type": "client_credentials", "client_id": "console", "client_secret": "s",
            ])
    }

    @Test func `provider 4: client credentials ask for a scope only where one was given`() async throws {
        for (scope, sent) in [(nil, nil), (["openid"], "openid"), (["read", "write"], "read write")]
            as [([String]?, String?)]
        {
            let scripted = try ImaginaryProvider(configure: {
                $0 = ClientConfiguration(
                    issuer: $0.issuer, clientID: $0.clientID, authentication: .post(Secret("s")), scope: scope)
            })
            scripted.transport.once("/token", Self.granted)
            let result = try await ClientCredentialsFlow().signIn(scripted.context)
            #expect(try scripted.lastForm(to: "/token")["scope"] == sent)
            #expect(result.requestedScope == scope)
        }
        var changed = ClientConfiguration(issuer: "https://id.example", clientID: "c")
        #expect(changed.scope == ["openid"] && changed.clientCredentialsScope == [])
        changed.scope = ["orders"]
        #expect(changed.clientCredentialsScope == ["orders"])
    }

    @Test func `a public client has no credentials to sign in with`() async throws {
        let scripted = try ImaginaryProvider()
        guard
            case .invalidConfiguration(setting: .authentication, _) = await failure(of: {
                try await ClientCredentialsFlow().signIn(scripted.context)
            })
        else {
            Issue.record("it was tried")
            return
        }
        #expect(scripted.transport.requests.isEmpty)
    }

    @Test func `tokens got elsewhere are taken over, their lifetime counted from now`() async throws {
        let scripted = try ImaginaryProvider()
        let flow = ImportFlow(
            json: Secret(#" {"access_token":"a","token_type":"bearer","expires_in":"60","refresh_token":"r"} "#))
        let result = try await flow.signIn(scripted.context)
        #expect(flow.name == "import")
        #expect(result.tokens.refreshToken?.reveal() == "r")
        #expect(result.tokens.requestedAt == scripted.clock.now)
        #expect(result.tokens.requestedAtUptime == scripted.clock.uptime)
        #expect(scripted.transport.requests.isEmpty)
    }

    @Test func `an ID token that is taken over is verified`() async throws {
        let scripted = try ImaginaryProvider()
        let good = try scripted.idToken().reveal()
        let result = try await ImportFlow(json: Secret(#"{"access_token":"a","id_token":"\#(good)"}"#))
            .signIn(scripted.context)
        #expect(result.idToken?.trust == .verified(algorithm: "ES256", keyID: "key-1"))
        let bad = try scripted.idToken { $0["iss"] = "https://evil.example" }.reveal()
        guard
            case .untrustworthy = await failure(of: {
                try await ImportFlow(json: Secret(#"{"access_token":"a","id_token":"\#(bad)"}"#)).signIn(
                    scripted.context)
            })
        else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test func `tokens that are taken over must be of the session's kind`() async throws {
        let bearer = #"{"access_token":"a","token_type":"Bearer"}"#
        let bound = #"{"access_token":"a","token_type":"DPoP"}"#
        let plain = try ImaginaryProvider()
        let proving = try ImaginaryProvider(configure: { $0.proofKey = ProofKey(pem: Secret(TestKey.p256.pem)) })
        for (scripted, good, bad) in [(plain, bearer, bound), (proving, bound, bearer)] {
            _ = try await ImportFlow(json: Secret(good)).signIn(scripted.context)
            #expect(await failure { try await ImportFlow(json: Secret(bad)).signIn(scripted.context) } != nil)
        }
    }

    @Test(arguments: ["", "nonsense-s3cret", "[]", "{}", #"{"access_token":"s3cret","token_type":"mac"}"#])
    func `what is no token response is refused without being repeated`(text: String) async throws {
        let scripted = try ImaginaryProvider()
        let error = try #require(await failure { try await ImportFlow(json: Secret(text)).signIn(scripted.context) })
        guard case .unintelligible = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(error)".contains("s3cret"))
    }

    @Test func `a flow of one's own can ask the token endpoint`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        _ = try await scripted.context.signIn(with: ["grant_type": "urn:example:saml", "assertion": "x"])
        #expect(try scripted.lastForm(to: "/token")["grant_type"] == "urn:example:saml")
    }
}
