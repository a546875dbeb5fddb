import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// The protocol over real sockets, against a provider that shares no code with it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DemoProviderTests {
    private func codeFlow(
        _ fixture: DemoProviderFixture, username: String = "alice", password: String = "wonderland",
        _ change: (inout AuthorizationCodeFlow) -> Void = { _ in }
    ) throws -> AuthorizationCodeFlow {
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1:9/callback")))
        var flow = AuthorizationCodeFlow(receivers: [pasted]) { url in
            do {
                let redirect = try await fixture.browser.signIn(at: url, username: username, password: password)
                pasted.paste(redirect.absoluteString)
            } catch {
                Issue.record(error)
                pasted.paste("http://127.0.0.1:9/callback?x")
                await pasted.close(succeeded: false)
            }
        }
        change(&flow)
        return flow
    }

    @Test func `a person signs in by code, and the ID token is verified by the published key`() async throws {
        let fixture = try await DemoProviderFixture()
        let result = try await codeFlow(fixture).signIn(fixture.context)
        let idToken = try #require(result.idToken)
        guard case .verified(algorithm: "ES256", keyID: _?) = idToken.trust else {
            Issue.record("\(idToken.trust)")
            return
        }
        #expect(idToken.issuer == fixture.demo.issuer)
        #expect(result.tokens.refreshToken != nil)
        #expect(result.tokens.expiresIn == .seconds(60))
        #expect(idToken.authenticatedAt != nil)
        guard
            case .fetched(let userInfo) = await UserInfoEndpoint(fixture.provider).fetch(
                accessToken: result.tokens.accessToken, subject: idToken.subject)
        else {
            Issue.record("no userinfo")
            return
        }
        #expect(userInfo.subject == idToken.subject)
        #expect(userInfo["preferred_username"] == "alice")
        await fixture.demo.stop()
    }

    @Test func `a request is pushed, with max_age, prompt and login_hint`() async throws {
        let fixture = try await DemoProviderFixture { configuration, _ in
            configuration.pushesAuthorizationRequests = true
        }
        let result = try await codeFlow(fixture) {
            $0.maxAge = .seconds(60)
            $0.prompt = ["login"]
            $0.loginHint = "alice"
        }.signIn(fixture.context)
        #expect(result.idToken?.authenticatedAt != nil)
        await fixture.demo.stop()
    }

    @Test(
        arguments: [
            { .basic($0) }, { .post($0) },
        ] as [@Sendable (Secret) -> ClientAuthentication])
    func `a confidential client authenticates with its secret`(
        authentication: @Sendable (Secret) -> ClientAuthentication
    ) async throws {
        let fixture = try await DemoProviderFixture { configuration, demo in
            configuration.clientID = demo.confidentialClientID
            configuration.authentication = authentication(Secret(demo.clientSecret))
        }
        let result = try await PasswordFlow(username: "bob", password: Secret("builder")).signIn(fixture.context)
        #expect(
            try await IntrospectionEndpoint(fixture.provider).introspect(result.tokens.accessToken, kind: .access)
                .isActive)
        let wrong = try await DemoProviderFixture { configuration, demo in
            configuration.clientID = demo.confidentialClientID
            configuration.authentication = authentication(Secret("wrong"))
        }
        guard
            case .refused(let error, during: .token) = await failure(of: {
                try await PasswordFlow(username: "bob", password: Secret("builder")).signIn(wrong.context)
            })
        else {
            Issue.record("a wrong secret was let in")
            return
        }
        #expect(error.code == "invalid_client")
        await fixture.demo.stop()
        await wrong.demo.stop()
    }

    @Test(arguments: [TestKey.p256, .ed25519, .rsa])
    func `a confidential client authenticates with a signed assertion`(key: TestKey) async throws {
        var demoConfiguration = DemoProvider.Configuration()
        demoConfiguration.clientKeys = [try #require(JWK(pem: key.pem).publicKey)]
        let fixture = try await DemoProviderFixture(demoConfiguration) { configuration, demo in
            configuration.clientID = demo.confidentialClientID
            configuration.authentication = .privateKeyJWT(ClientKey(pem: Secret(key.pem)))
        }
        _ = try await ClientCredentialsFlow().signIn(
            SignInContext(
                provider: ProviderChannel(
                    configuration: fixture.provider.configuration, directory: fixture.provider.directory,
                    channel: fixture.provider.channel)))
        await fixture.demo.stop()
    }

    @Test func `a device sign-in waits for its approval`() async throws {
        var demoConfiguration = DemoProvider.Configuration()
        demoConfiguration.deviceCodeInterval = .seconds(1)
        let fixture = try await DemoProviderFixture(demoConfiguration)
        let flow = DeviceFlow { prompt in
            do {
                #expect(prompt.interval == .seconds(1))
                #expect(prompt.verificationURIComplete?.contains(prompt.userCode) == true)
                try await fixture.demo.approveDevice(userCode: prompt.userCode, username: "bob")
            } catch {
                Issue.record(error)
            }
        }
        let result = try await flow.signIn(fixture.context)
        #expect(result.idToken?.subject != nil)
        await fixture.demo.stop()
    }

    @Test func `a device sign-in that is denied says so`() async throws {
        var demoConfiguration = DemoProvider.Configuration()
        demoConfiguration.deviceCodeInterval = .seconds(1)
        let fixture = try await DemoProviderFixture(demoConfiguration)
        let flow = DeviceFlow { prompt in
            do { try await fixture.demo.denyDevice(userCode: prompt.userCode) } catch { Issue.record(error) }
        }
        guard case .signInDenied(let error) = await failure(of: { try await flow.signIn(fixture.context) }) else {
            Issue.record("it was not denied")
            return
        }
        #expect(error.code == "access_denied")
        await fixture.demo.stop()
    }

    @Test func `a wrong password is denied with the provider's words`() async throws {
        let fixture = try await DemoProviderFixture()
        guard
            case .signInDenied(let error) = await failure(of: {
                try await PasswordFlow(username: "alice", password: Secret("wrong")).signIn(fixture.context)
            })
        else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.code == "invalid_grant")
        #expect(error.detail?.isEmpty == false)
        await fixture.demo.stop()
    }

    @Test func `invariant 39: a password of + & = % and space reaches the provider as it is`() async throws {
        let password = "+ &=% ü~*'\"\\"
        var demoConfiguration = DemoProvider.Configuration()
        demoConfiguration.users[0].password = password
        let fixture = try await DemoProviderFixture(demoConfiguration)
        _ = try await PasswordFlow(username: "alice", password: Secret(password)).signIn(fixture.context)
        await fixture.demo.stop()
    }

    @Test func `invariant 40c: a refresh rotates the token, and its ID token is bound to the first`() async throws {
        let fixture = try await DemoProviderFixture()
        let first = try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
        let refreshToken = try #require(first.tokens.refreshToken)
        guard case .granted(let response) = await TokenEndpoint(fixture.provider).refresh(refreshToken) else {
            Issue.record("the refresh failed")
            return
        }
        #expect(response.refreshToken != nil && response.refreshToken != refreshToken)
        if let idToken = response.idToken {
            let validated = try await IDTokenVerifier(fixture.provider).verify(
                idToken, from: response, expecting: IDTokenExpectation(original: first.idToken?.token))
            #expect(validated.subject == first.idToken?.subject)
        }
        guard case .rejected(let error) = await TokenEndpoint(fixture.provider).refresh(refreshToken) else {
            Issue.record("a spent refresh token was taken")
            return
        }
        #expect(error.code == "invalid_grant")
        await fixture.demo.stop()
    }

    @Test func `invariant 40c: a refreshed ID token of another person is refused`() async throws {
        let fixture = try await DemoProviderFixture()
        let first = try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
        try await fixture.demo.switchUserOnNextRefresh(to: "bob")
        let outcome = await TokenEndpoint(fixture.provider).refresh(try #require(first.tokens.refreshToken))
        guard case .granted(let response) = outcome, let idToken = response.idToken else {
            Issue.record("\(outcome)")
            return
        }
        let error = await failure {
            try await IDTokenVerifier(fixture.provider).verify(
                idToken, from: response, expecting: IDTokenExpectation(original: first.idToken?.token))
        }
        guard case .untrustworthy(let check, during: .token) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(check.contains("sub"))
        await fixture.demo.stop()
    }

    @Test func `invariant 40d: the provider's keys may rotate between two sign-ins`() async throws {
        let fixture = try await DemoProviderFixture()
        let flow = PasswordFlow(username: "alice", password: Secret("wonderland"))
        let first = try await flow.signIn(fixture.context)
        try await fixture.demo.rotateKeys()
        let second = try await flow.signIn(fixture.context)
        guard case .verified(_, let before) = first.idToken?.trust, case .verified(_, let after) = second.idToken?.trust
        else {
            Issue.record("\(String(describing: second.idToken?.trust))")
            return
        }
        #expect(before != after)
        await fixture.demo.stop()
    }

    @Test func `a provider whose clock is hours off is believed about its own times`() async throws {
        let fixture = try await DemoProviderFixture()
        for offset in [Duration.seconds(-36_000), .seconds(36_000)] {
            await fixture.demo.setClockOffset(offset)
            _ = try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
        }
        await fixture.demo.stop()
    }

    @Test func `a revoked refresh token is no good any more`() async throws {
        let fixture = try await DemoProviderFixture()
        let result = try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
        let refreshToken = try #require(result.tokens.refreshToken)
        try await RevocationEndpoint(fixture.provider).revoke(refreshToken, kind: .refresh)
        guard case .rejected = await TokenEndpoint(fixture.provider).refresh(refreshToken) else {
            Issue.record("it was taken")
            return
        }
        await fixture.demo.stop()
    }

    @Test func `a token is exchanged for one of a narrower scope, and the first stays good`() async throws {
        let fixture = try await DemoProviderFixture { configuration, _ in
            configuration.scope = ["openid", "profile", "email"]
        }
        let first = try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
        let outcome = await TokenEndpoint(fixture.provider).exchange(
            first.tokens.accessToken, for: TokenExchange(scope: ["openid"]))
        guard case .granted(let exchanged) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(exchanged.accessToken != first.tokens.accessToken)
        #expect(exchanged.issuedTokenType != nil)
        guard
            case .fetched = await UserInfoEndpoint(fixture.provider).fetch(
                accessToken: first.tokens.accessToken, subject: nil)
        else {
            Issue.record("the first token was spent")
            return
        }
        await fixture.demo.stop()
    }

    @Test func `faults of the token endpoint say nothing about the grant`() async throws {
        let fixture = try await DemoProviderFixture()
        let result = try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
        let refreshToken = try #require(result.tokens.refreshToken)
        for fault in [
            DemoProvider.Fault.status(500), .status(429, retryAfter: .seconds(3)), .malformed, .drop,
        ] {
            await fixture.demo.inject(fault, at: .endpoint(.token))
            guard case .failed = await TokenEndpoint(fixture.provider).refresh(refreshToken) else {
                Issue.record("\(fault) was taken for an answer")
                return
            }
        }
        guard case .granted = await TokenEndpoint(fixture.provider).refresh(refreshToken) else {
            Issue.record("the token was spent")
            return
        }
        await fixture.demo.stop()
    }
}
