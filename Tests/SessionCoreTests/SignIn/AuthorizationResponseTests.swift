import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AuthorizationResponseTests {
    private let receiver = ScriptedReceiver()

    /// Lets the token endpoint answer with an ID token for the sign-in's nonce.
    private func grant(_ signIn: BrowserSignIn, at scripted: ImaginaryProvider, nonce: String? = nil) throws {
        let nonce = try #require(nonce ?? signIn.parameters["nonce"])
        let idToken = try scripted.idToken { $0["nonce"] = .string(nonce) }.reveal()
        scripted.transport.once(
            "/token",
            ScriptedTransport.json(
                #"{"access_token":"access-1","token_type":"Bearer","expires_in":60,"id_token":"\#(idToken)"}"#))
    }

    @Test func `a code is redeemed with the verifier of its challenge, and the ID token is verified`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try grant(signIn, at: scripted)
        try receiver.arrive(["code": "c+1 &", "state": signIn.state])
        let result = try await signIn.result.value
        #expect(result.tokens.accessToken.reveal() == "access-1")
        #expect(result.idToken?.trust == .verified(algorithm: "ES256", keyID: "key-1"))
        #expect(result.idToken?.subject == "alice")
        #expect(receiver.closed == [true])
        let form = try scripted.lastForm(to: "/token")
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["code"] == "c+1 &")
        #expect(form["redirect_uri"] == ScriptedReceiver.redirectURI)
        #expect(form["client_id"] == "console")
        let verifier = try #require(form["code_verifier"])
        #expect(CodeVerifierCheck.challenge(of: verifier) == signIn.parameters["code_challenge"])
    }

    @Test func `invariant 40a: stray callbacks are ignored without aborting the attempt`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try grant(signIn, at: scripted)
        try receiver.arrive(["code": "stolen", "state": "of-another-attempt"])
        try receiver.arrive(["code": "stateless"])
        try receiver.arrive(["error": "access_denied", "state": "of-another-attempt"])
        try receiver.arrive(["error": "access_denied"])
        try receiver.arrive([:])
        try receiver.arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
        #expect(scripted.transport.requests(to: "/token").map { $0.form["code"] } == ["mine"])
    }

    @Test func `truth 5: a stray is dismissed at once, and told with what it said and how it came`() async throws {
        let scripted = try ImaginaryProvider()
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1/callback")))
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver, pasted])
        try grant(signIn, at: scripted)
        try receiver.arrive(["error": "access_denied", "state": "of-another-attempt"])
        try receiver.arrive(["code": "c0de-of-another", "state": "of-another-attempt"])
        try receiver.arrive(["error": "access_denied"])
        try receiver.arrive(["error": "eyJ0b2tlbg.a.b", "state": "x"])
        try receiver.arrive(["state": "x"])
        let strays = Task { await scripted.strays(6) }
        pasted.paste("http://127.0.0.1:8400/callback?error=login_required&state=x")
        let told = await strays.value
        #expect(receiver.dismissed.count == 5)
        #expect(
            Set(told.map(\.description)) == [
                "a browser came back with another sign-in's answer: it said access_denied",
                "a browser came back with another sign-in's answer: it brought a code, which is not used",
                "a browser came back without this sign-in's state: it said access_denied",
                "a browser came back with another sign-in's answer: it brought an error",
                "a browser came back with another sign-in's answer: it brought neither a code nor an error",
                "this URL belongs to another attempt: it said login_required",
            ])
        try receiver.arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
        #expect(receiver.dismissed.count == 5)
    }

    @Test func `truth 5: strays without end are all dismissed, and told only so often`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try grant(signIn, at: scripted)
        for number in 0..<100 { try receiver.arrive(["code": "c", "state": "x\(number)"]) }
        try receiver.arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
        #expect(receiver.dismissed.count == 100)
        #expect(await scripted.strays(16).count == 16)
    }

    @Test func `invariant 40a: a response is used once, its repetition is not redeemed`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try grant(signIn, at: scripted)
        for _ in 0..<3 { try receiver.arrive(["code": "mine", "state": signIn.state]) }
        _ = try await signIn.result.value
        #expect(scripted.transport.requests(to: "/token").count == 1)
    }

    @Test func `invariant 40a: an ID token with the nonce of another attempt is refused`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try grant(signIn, at: scripted, nonce: "of-another-attempt")
        try receiver.arrive(["code": "mine", "state": signIn.state])
        guard case .untrustworthy(let check, during: .token) = await signIn.error() else {
            Issue.record("it was accepted")
            return
        }
        #expect(check.contains("nonce"))
        #expect(receiver.closed == [false])
    }

    @Test func `RFC 9207: an iss of another provider ends the attempt before the code is sent anywhere`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try receiver.arrive(["code": "c", "state": signIn.state, "iss": "https://evil.example"])
        guard case .authorizationResponseMismatch(let part) = await signIn.error() else {
            Issue.record("it was accepted")
            return
        }
        #expect(part.contains("https://evil.example"))
        #expect(scripted.transport.requests(to: "/token").isEmpty)
    }

    @Test func `RFC 9207: iss is required of a provider that says it sends it`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["authorization_response_iss_parameter_supported"] = true })
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try receiver.arrive(["code": "c", "state": signIn.state])
        guard case .authorizationResponseMismatch = await signIn.error() else {
            Issue.record("it was accepted")
            return
        }
        let receiver = ScriptedReceiver()
        let second = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try grant(second, at: scripted)
        try receiver.arrive(["code": "c", "state": second.state, "iss": ImaginaryProvider.issuer])
        _ = try await second.result.value
    }

    @Test func `RFC 9207: an error without iss is told, one with another iss is not believed`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["authorization_response_iss_parameter_supported"] = true })
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try receiver.arrive(["error": "access_denied", "state": signIn.state])
        #expect(await signIn.error() == .signInDenied(OAuthError(code: "access_denied")))
        let receiver = ScriptedReceiver()
        let second = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try receiver.arrive(["error": "access_denied", "state": second.state, "iss": "https://evil.example"])
        guard case .authorizationResponseMismatch = await second.error() else {
            Issue.record("it was believed")
            return
        }
    }

    @Test func `an error response is told as the provider put it`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try receiver.arrive([
            "error": "access_denied", "error_description": "not today, sorry", "error_uri": "https://e.example",
            "state": signIn.state,
        ])
        #expect(
            await signIn.error()
                == .signInDenied(
                    OAuthError(code: "access_denied", detail: "not today, sorry", uri: "https://e.example")))
        #expect(receiver.closed == [false])
    }

    private static let refusal = OAuthError(code: "invalid_request", detail: "consent in prompt")

    /// A sign-in after a sign-out, at a provider that issues refresh tokens by consent.
    private func signInAgain(
        through receiver: ScriptedReceiver, _ change: (inout AuthorizationCodeFlow) -> Void = { _ in }
    ) async throws -> (scripted: ImaginaryProvider, signIn: BrowserSignIn) {
        let scripted = try ImaginaryProvider(configure: { $0.scope = ["openid", "offline_access"] })
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver]) {
            $0.asksAgain = true
            change(&$0)
        }
        return (scripted, signIn)
    }

    @Test(arguments: [true, false])
    func `end 5: a provider that calls two prompt values invalid is asked for a login alone, by another attempt`(
        sendsOn: Bool
    ) async throws {
        let receiver = ScriptedReceiver(sendsOn: sendsOn)
        let (scripted, first) = try await signInAgain(through: receiver)
        #expect(first.parameters["prompt"] == "login consent")
        try receiver.arrive([
            "error": "invalid_request", "error_description": "consent in prompt", "state": first.state,
        ])
        let second = try #require(await first.next(in: sendsOn ? receiver.sentOn.stream : first.later))
        #expect(second.parameters["prompt"] == "login")
        for name in ["state", "nonce", "code_challenge"] {
            #expect(second.parameters[name] != first.parameters[name])
        }
        #expect(second.parameters["redirect_uri"] == first.parameters["redirect_uri"])
        // The first attempt is over: what still comes for it is a stray.
        try receiver.arrive(["code": "late", "state": first.state])
        try grant(second, at: scripted)
        try receiver.arrive(["code": "c", "state": second.state])
        _ = try await second.result.value
        #expect(try scripted.lastForm(to: "/token")["code"] == "c")
        #expect(scripted.transport.requests(to: "/token").count == 1)
        #expect(receiver.closed == [true])
    }

    @Test func `end 5: a provider that calls the request invalid without its state is asked for a login, too`()
        async throws
    {
        let receiver = ScriptedReceiver(sendsOn: true)
        let (scripted, first) = try await signInAgain(through: receiver)
        try receiver.arrive(["error": "access_denied"])
        try receiver.arrive(["error": "invalid_request", "error_description": "prompt is not supported"])
        let second = try #require(await first.next(in: receiver.sentOn.stream))
        #expect(second.parameters["prompt"] == "login" && second.state != first.state)
        try receiver.arrive(["error": "invalid_request"])
        // Any page could have sent that: the first attempt goes on.
        try grant(first, at: scripted)
        try receiver.arrive(["code": "c", "state": first.state])
        _ = try await first.result.value
        #expect(receiver.dismissed == ["error=access_denied", "error=invalid_request"])
        let verifier = try #require(try scripted.lastForm(to: "/token")["code_verifier"])
        #expect(CodeVerifierCheck.challenge(of: verifier) == first.parameters["code_challenge"])
    }

    @Test func `end 5: only an invalid request is sent in another way, once, and a prompt of one's own never`()
        async throws
    {
        for code in ["access_denied", "consent_required", "invalid_scope"] {
            let receiver = ScriptedReceiver()
            let (_, signIn) = try await signInAgain(through: receiver)
            try receiver.arrive(["error": code, "state": signIn.state])
            #expect(await signIn.error() == .signInDenied(OAuthError(code: code)))
        }
        let own = ScriptedReceiver()
        let (_, signIn) = try await signInAgain(through: own) { $0.prompt = ["login", "consent"] }
        try own.arrive(["error": "invalid_request", "error_description": "consent in prompt", "state": signIn.state])
        #expect(await signIn.error() == .signInDenied(Self.refusal))

        let receiver = ScriptedReceiver(sendsOn: true)
        let (_, first) = try await signInAgain(through: receiver)
        try receiver.arrive(["error": "invalid_request", "state": first.state])
        let second = try #require(await first.next(in: receiver.sentOn.stream))
        try receiver.arrive([
            "error": "invalid_request", "error_description": "consent in prompt", "state": second.state,
        ])
        #expect(await second.error() == .signInDenied(Self.refusal))
    }

    @Test func `end 5: a pushed request that is invalid is pushed in the other way`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.scope = ["openid", "offline_access"]
            $0.pushesAuthorizationRequests = true
        })
        scripted.transport.once("/par", ScriptedTransport.json(#"{"error":"invalid_request"}"#, status: 400))
        scripted.transport.once("/par", ScriptedTransport.json(#"{"request_uri":"urn:example:1"}"#, status: 201))
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [ScriptedReceiver()]) { $0.asksAgain = true }
        signIn.result.cancel()
        #expect(await signIn.error() == .cancelled)
        #expect(scripted.transport.requests(to: "/par").map { $0.form["prompt"] } == ["login consent", "login"])
    }

    @Test func `a response with a parameter twice, or without a code, is refused`() async throws {
        for (parameters, isMismatch) in [(["code": "a"], true), ([:], false)] as [(FormParameters, Bool)] {
            let receiver = ScriptedReceiver()
            let scripted = try ImaginaryProvider()
            let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
            var response = parameters
            response.add("state", signIn.state)
            if isMismatch { response.add("code", "b") }
            try receiver.arrive(response)
            let error = try #require(await signIn.error())
            switch error {
            case .authorizationResponseMismatch: #expect(isMismatch)
            case .unintelligible(_, during: .authorization): #expect(!isMismatch)
            default: Issue.record("\(error)")
            }
        }
    }

    @Test func `a code that the provider no longer knows is a sign-in denied`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        scripted.transport.once("/token", ScriptedTransport.json(#"{"error":"invalid_grant"}"#, status: 400))
        try receiver.arrive(["code": "c", "state": signIn.state])
        #expect(await signIn.error() == .signInDenied(OAuthError(code: "invalid_grant", status: 400)))
    }

    @Test func `max_age is checked in the ID token that comes back`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver]) { $0.maxAge = .seconds(10) }
        try grant(signIn, at: scripted)
        try receiver.arrive(["code": "c", "state": signIn.state])
        guard case .untrustworthy(let check, during: .token) = await signIn.error() else {
            Issue.record("it was accepted")
            return
        }
        #expect(check.contains("auth_time"))
    }

    @Test func `max_age can't be checked without an ID token, so it is not taken as met`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver]) { $0.maxAge = .seconds(10) }
        scripted.transport.once("/token", ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer"}"#))
        try receiver.arrive(["code": "c", "state": signIn.state])
        guard case .untrustworthy = await signIn.error() else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test func `a provider that sends no ID token signs in without one`() async throws {
        let scripted = try ImaginaryProvider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        scripted.transport.once("/token", ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer"}"#))
        try receiver.arrive(["code": "c", "state": signIn.state])
        #expect(try await signIn.result.value.idToken == nil)
    }
}
