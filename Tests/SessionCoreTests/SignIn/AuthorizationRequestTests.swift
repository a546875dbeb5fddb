import FoundationEssentials
import JOSE
@testable import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AuthorizationRequestTests {
    /// The authorization request that a flow makes; the sign-in is cancelled then.
    private func request(
        by scripted: ImaginaryProvider, _ change: (inout AuthorizationCodeFlow) -> Void = { _ in }
    ) async throws -> BrowserSignIn {
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [ScriptedReceiver()], change)
        signIn.result.cancel()
        #expect(await signIn.error() == .cancelled)
        return signIn
    }

    @Test func `RFC 7636 Appendix B: the challenge is the SHA-256 of the verifier`() {
        #expect(
            CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `the request is that of the authorization code flow with PKCE S256`() async throws {
        let signIn = try await request(by: ImaginaryProvider(configure: { $0.scope = ["openid", "mail"] }))
        #expect(signIn.authorizationURL.absoluteString.hasPrefix("https://provider.example/authorize?tenant=1&"))
        let parameters = signIn.parameters
        #expect(parameters.repeatedName == nil)
        #expect(parameters["response_type"] == "code")
        #expect(parameters["client_id"] == "console")
        #expect(parameters["redirect_uri"] == ScriptedReceiver.redirectURI)
        #expect(parameters["scope"] == "openid mail")
        #expect(parameters["code_challenge_method"] == "S256")
        #expect(parameters["code_challenge"]?.count == 43)
        #expect(parameters["state"]?.count == 43)
        #expect(parameters["nonce"]?.count == 43)
        #expect(parameters["prompt"] == nil && parameters["max_age"] == nil && parameters["acr_values"] == nil)
    }

    @Test func `a message of the browser has its parameters without their secrets`() throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/cb?code=c0de&state=st4te&iss=https%3A%2F%2Fid.test#x"))
        let message = AuthorizationMessage(url)
        #expect(message.url == "http://127.0.0.1:9/cb")
        #expect(message.parameters == ["code", "state", "iss"])
        let query = try #require(message.query)
        #expect(query.contains("iss=https%3A%2F%2Fid.test") && query.contains("code=•••• "))
        #expect(!query.contains("c0de") && !query.contains("st4te"))
    }

    @Test func `what is asked for goes along`() async throws {
        let signIn = try await request(
            by: ImaginaryProvider(configure: {
                $0.audience = "aud"
                $0.resources = ["https://r.example"]
            })
        ) {
            $0.prompt = ["login", "consent"]
            $0.maxAge = .seconds(300)
            $0.acrValues = ["urn:mfa", "urn:hwk"]
            $0.loginHint = "alice@example.com"
            $0.extraParameters = ["ui_locales": "de en", "state": "mine", "client_id": "other"]
        }
        let parameters = signIn.parameters
        #expect(parameters["prompt"] == "login consent")
        #expect(parameters["max_age"] == "300")
        #expect(parameters["acr_values"] == "urn:mfa urn:hwk")
        #expect(parameters["login_hint"] == "alice@example.com")
        #expect(parameters["ui_locales"] == "de en")
        #expect(parameters["audience"] == "aud")
        #expect(parameters["resource"] == "https://r.example")
        #expect(parameters["state"] != "mine" && parameters["client_id"] == "console")
        #expect(parameters.repeatedName == nil)
    }

    @Test func `offline_access asks for consent unless another prompt, or none, is asked for`() async throws {
        func prompt(_ prompt: [String]?) async throws -> String? {
            let scripted = try ImaginaryProvider(configure: { $0.scope = ["openid", "offline_access"] })
            return try await request(by: scripted) { $0.prompt = prompt }.parameters["prompt"]
        }
        #expect(try await prompt(nil) == "consent")
        #expect(try await prompt(["login"]) == "login")
        #expect(try await prompt([]) == nil)
    }

    @Test
    func `end 5: after a sign-out a fresh login is asked for, and the consent without which no refresh token comes`()
        async throws
    {
        func prompt(_ scope: [String], supported: JSONValue = .null, own: [String]? = nil) async throws -> String? {
            let scripted = try ImaginaryProvider(
                configure: { $0.scope = scope }, metadata: { $0["prompt_values_supported"] = supported })
            return try await request(by: scripted) {
                $0.asksAgain = true
                $0.prompt = own
            }.parameters["prompt"]
        }
        #expect(try await prompt(["openid"]) == "login")
        #expect(try await prompt(["openid", "offline_access"]) == "login consent")
        #expect(try await prompt(["openid", "offline_access"], supported: ["login", "consent"]) == "login consent")
        #expect(try await prompt(["openid", "offline_access"], supported: ["none", "consent"]) == "consent")
        #expect(try await prompt(["openid", "offline_access"], supported: ["none", "login"]) == "login")
        #expect(try await prompt(["openid"], supported: ["none", "consent"]) == nil)
        #expect(try await prompt(["openid", "offline_access"], own: ["select_account"]) == "select_account")
        #expect(try await prompt(["openid", "offline_access"], own: []) == nil)
    }

    @Test func `provider 1: consent is not asked of a provider that lists its prompts without it`() async throws {
        func prompt(_ prompt: [String]?, _ supported: JSONValue) async throws -> String? {
            let scripted = try ImaginaryProvider(
                configure: { $0.scope = ["openid", "offline_access"] },
                metadata: { $0["prompt_values_supported"] = supported })
            return try await request(by: scripted) { $0.prompt = prompt }.parameters["prompt"]
        }
        #expect(try await prompt(nil, ["none", "login"]) == nil)
        #expect(try await prompt(nil, ["none", "consent"]) == "consent")
        #expect(try await prompt(["login", "consent"], ["login"]) == "login")
        #expect(try await prompt(["login", "consent"], ["login", "consent"]) == "login consent")
    }

    @Test func `truth 7: optional scopes are left out where the provider lists its scopes without them`() async throws {
        func request(_ supported: JSONValue) async throws -> FormParameters {
            let scripted = try ImaginaryProvider(
                configure: {
                    $0.scope = ["openid", "email", "offline_access", "orders"]
                    $0.optionalScope = ["openid", "email", "offline_access"]
                }, metadata: { $0["scopes_supported"] = supported })
            return try await self.request(by: scripted) { $0.additionalScope = ["more"] }.parameters
        }
        #expect(try await request(["openid", "email"])["scope"] == "openid email orders more")
        #expect(try await request(["openid", "email"])["prompt"] == nil)
        #expect(try await request(["email"])["nonce"] == nil)
        for unknown in [JSONValue.null, []] {
            #expect(try await request(unknown)["scope"] == "openid email offline_access orders more")
        }
    }

    @Test func `truth 7: the other flows leave optional scopes out, too`() async throws {
        let scripted = try ImaginaryProvider(
            configure: {
                $0.scope = ["openid", "offline_access"]
                $0.optionalScope = ["openid", "offline_access"]
            }, metadata: { $0["scopes_supported"] = ["openid"] })
        scripted.transport.once("/token", ScriptedTransport.tokens())
        let result = try await PasswordFlow(username: "a", password: Secret("b")).signIn(scripted.context)
        #expect(try scripted.lastForm(to: "/token")["scope"] == "openid")
        #expect(result.requestedScope == ["openid"])
        _ = await failure { try await DeviceFlow { _ in }.signIn(scripted.context) }
        #expect(try scripted.lastForm(to: "/device")["scope"] == "openid")
    }

    @Test func `no parameter of the endpoint's own stands beside the request's, or for one that it has not`()
        async throws
    {
        let own = "redirect_uri=http%3A%2F%2Fevil%2F&tenant=1&%73tate=x&request_uri=urn%3Ax&response_mode=form_post&a"
        let scripted = try ImaginaryProvider(metadata: {
            $0["authorization_endpoint"] = .string("https://provider.example/authorize?\(own)")
        })
        let signIn = try await request(by: scripted)
        #expect(signIn.authorizationURL.absoluteString.hasPrefix("https://provider.example/authorize?tenant=1&a&"))
        #expect(
            signIn.parameters.repeatedName == nil && signIn.parameters["redirect_uri"] == ScriptedReceiver.redirectURI)
        #expect(signIn.parameters["request_uri"] == nil && signIn.parameters["response_mode"] == nil)
    }

    @Test(arguments: ["https://id.example@evil.example/authorize", "https://u:p@provider.example/authorize"])
    func `address 5: an authorization endpoint with user information is refused`(endpoint: String) async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["authorization_endpoint"] = .string(endpoint) })
        let error = await failure { try await BrowserSignIn.begin(scripted, receivers: [ScriptedReceiver()]) }
        guard case .untrustworthy(let reason, during: .discovery) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("authorization_endpoint has user information") && !reason.contains("u:p"))
    }

    @Test func `address 5: an endpoint with a fragment is refused, from the metadata and from the configuration`()
        async throws
    {
        let endpoint = "https://provider.example/authorize#x"
        let scripted = try ImaginaryProvider(metadata: { $0["authorization_endpoint"] = .string(endpoint) })
        let error = await failure { try await BrowserSignIn.begin(scripted, receivers: [ScriptedReceiver()]) }
        guard case .untrustworthy(let reason, during: .discovery) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("authorization_endpoint has a fragment"))
        var client = ClientConfiguration(issuer: ImaginaryProvider.issuer, clientID: "c")
        client.endpoints[.authorization] = URL(string: endpoint)
        #expect(throws: SessionError.self) { try client.validate() }
    }

    @Test func `provider 1: parameters of the protocol are not the profile's to set`() async throws {
        var reserved: FormParameters = ["ui_locales": "de"]
        for name in AuthorizationCodeFlow.reservedParameters { reserved[name] = "mine" }
        let signIn = try await request(by: ImaginaryProvider(configure: { $0.scope = [] })) { [reserved] in
            $0.extraParameters = reserved
        }
        #expect(signIn.parameters["ui_locales"] == "de")
        #expect(!signIn.parameters.items.contains { $0.value == "mine" })
    }

    @Test func `without openid there is no nonce, and without a scope no scope`() async throws {
        let signIn = try await request(by: ImaginaryProvider(configure: { $0.scope = [] }))
        #expect(signIn.parameters["nonce"] == nil)
        #expect(signIn.parameters["scope"] == nil)
    }

    @Test func `invariant 40a: state, nonce and verifier are fresh in every attempt`() async throws {
        let scripted = try ImaginaryProvider()
        var seen: Set<String> = []
        for _ in 0..<3 {
            let parameters = try await request(by: scripted).parameters
            for name in ["state", "nonce", "code_challenge"] {
                #expect(seen.insert(try #require(parameters[name])).inserted)
            }
        }
        #expect(seen.count == 9)
    }

    @Test func `a provider that lists no code challenge method is sent S256 all the same`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["code_challenge_methods_supported"] = nil })
        #expect(try await request(by: scripted).parameters["code_challenge_method"] == "S256")
    }

    @Test func `a provider that lists only plain is refused before the browser opens`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["code_challenge_methods_supported"] = ["plain"] })
        let flow = AuthorizationCodeFlow(receivers: [ScriptedReceiver()]) { _ in Issue.record("it opened") }
        #expect(await failure { try await flow.signIn(scripted.context) } == .unsupported("PKCE with S256"))
    }

    @Test(arguments: [true, false])
    func `a request is pushed where the provider requires or the configuration wants it`(required: Bool) async throws {
        let scripted = try ImaginaryProvider(
            configure: {
                $0.authentication = .basic(Secret("s"))
                $0.pushesAuthorizationRequests = !required
            },
            metadata: { $0["require_pushed_authorization_requests"] = .bool(required) })
        scripted.transport.once(
            "/par", ScriptedTransport.json(#"{"request_uri":"urn:example:1","expires_in":60}"#, status: 201))
        let signIn = try await request(by: scripted)
        #expect(
            signIn.parameters.items.map(\.name) == ["tenant", "client_id", "request_uri"])
        #expect(signIn.parameters["request_uri"] == "urn:example:1")
        let pushed = try #require(scripted.transport.requests(to: "/par").first)
        #expect(pushed.form["code_challenge_method"] == "S256")
        #expect(pushed.form["redirect_uri"] == ScriptedReceiver.redirectURI)
        #expect(pushed.headers["Authorization"]?.hasPrefix("Basic ") == true)
        #expect(pushed.redirects == .doNotFollow)
    }

    @Test func `a pushed request that is refused ends the sign-in with the provider's error`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.pushesAuthorizationRequests = true })
        scripted.transport.once("/par", ScriptedTransport.json(#"{"error":"invalid_request"}"#, status: 400))
        let receiver = ScriptedReceiver()
        let flow = AuthorizationCodeFlow(receivers: [receiver]) { _ in Issue.record("it opened") }
        #expect(
            await failure { try await flow.signIn(scripted.context) }
                == .refused(OAuthError(code: "invalid_request", status: 400), during: .pushedAuthorization))
        #expect(receiver.closed == [false])
    }

    @Test func `a provider without the endpoint can't be pushed to`() async throws {
        let scripted = try ImaginaryProvider(
            configure: { $0.pushesAuthorizationRequests = true },
            metadata: { $0["pushed_authorization_request_endpoint"] = nil })
        let flow = AuthorizationCodeFlow(receivers: [ScriptedReceiver()]) { _ in Issue.record("it opened") }
        guard case .unsupported = await failure(of: { try await flow.signIn(scripted.context) }) else {
            Issue.record("it was pushed")
            return
        }
    }
}
