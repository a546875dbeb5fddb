import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct UserInfoTests {
    private func outcome(
        of answer: @escaping ScriptedTransport.Answer, subject: String? = "alice",
        metadata: (inout JSONObject) -> Void = { _ in }, scripted: ImaginaryProvider? = nil
    ) async throws -> UserInfoOutcome {
        let scripted = try scripted ?? ImaginaryProvider(metadata: metadata)
        scripted.transport.once("/userinfo", answer)
        return await UserInfoEndpoint(scripted.provider).fetch(accessToken: Secret("access-1"), subject: subject)
    }

    @Test func `claims come in the provider's order, strings as they are and the rest as JSON`() async throws {
        let outcome = try await outcome(
            of: ScriptedTransport.json(
                #"{"zoneinfo":"Europe/Berlin","sub":"alice","age":30.0,"ok":true,"address":{"b":1,"a":[null]},"#
                    + #""name":"Ä \"q\""}"#
            ))
        guard case .fetched(let userInfo) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(userInfo.subject == "alice")
        #expect(
            userInfo.claims.map { "\($0.name): \($0.value)" } == [
                "zoneinfo: Europe/Berlin", "sub: alice", "age: 30.0", "ok: true", #"address: {"b":1,"a":[null]}"#,
                #"name: Ä "q""#,
            ])
    }

    @Test func `invariant 39: the access token goes along as one Bearer field and no redirect is followed`()
        async throws
    {
        let scripted = try ImaginaryProvider()
        _ = try await outcome(of: ScriptedTransport.json(#"{"sub":"alice"}"#), scripted: scripted)
        let request = try #require(scripted.transport.requests(to: "/userinfo").first)
        #expect(request.headers.values(of: "authorization") == ["Bearer access-1"])
        #expect(request.redirects == .doNotFollow)
    }

    @Test func `invariant 40b: claims about somebody else are refused`() async throws {
        let outcome = try await outcome(of: ScriptedTransport.json(#"{"sub":"bob","name":"Bob"}"#))
        guard case .failed(.untrustworthy(let check, during: .userInfo)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(check.contains("sub") && check.contains("bob") && check.contains("alice"))
    }

    @Test(arguments: [#"{}"#, #"{"sub":""}"#, #"{"sub":7}"#, #"{"sub":null,"name":"x"}"#])
    func `invariant 40b: claims about nobody are refused`(text: String) async throws {
        let outcome = try await outcome(of: ScriptedTransport.json(text), subject: nil)
        #expect(outcome == .failed(.untrustworthy("sub is missing", during: .userInfo)))
    }

    @Test(arguments: [
        (#"{"ok":false,"error":"invalid_auth"}"#, "userinfo: the provider refused with invalid_auth"),
        (
            #"{"error":"Unauthorized","message":"Bad token."}"#,
            "userinfo: the provider refused with Unauthorized: Bad token"
        ),
        (#"{"error":{"code":190,"message":"Bad token."}}"#, "userinfo: the server answered 200: \"Bad token\""),
    ])
    func `truth 5: a 200 with an error is a refusal`(body: String, words: String) async throws {
        guard case .failed(let error) = try await outcome(of: ScriptedTransport.json(body)) else {
            Issue.record("taken for claims")
            return
        }
        #expect("\(error)" == words)
    }

    @Test func `truth 5: a claim of that name is none`() async throws {
        let outcome = try await outcome(of: ScriptedTransport.json(#"{"sub":"alice","error":"x"}"#))
        guard case .fetched = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: ["null", "false"])
    func `truth 5: an error that is none does not stand for the claims that are missing`(value: String) async throws {
        guard case .failed(let error) = try await outcome(of: ScriptedTransport.json(#"{"error":\#(value)}"#)) else {
            Issue.record("taken for claims")
            return
        }
        #expect(error == .untrustworthy("sub is missing", during: .userInfo))
    }

    @Test func `a session that has not learned its sub takes any`() async throws {
        guard
            case .fetched(let userInfo) = try await outcome(of: ScriptedTransport.json(#"{"sub":"bob"}"#), subject: nil)
        else {
            Issue.record("it was refused")
            return
        }
        #expect(userInfo.subject == "bob")
    }

    @Test func `invariant 20: a 401 is told apart, with an empty body too`() async throws {
        #expect(try await outcome(of: ScriptedTransport.answer(401)) == .unauthorized(nil))
        #expect(
            try await outcome(
                of: ScriptedTransport.answer(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#]))
                == .unauthorized(AuthenticationChallenge(scheme: "Bearer", parameters: ["error": "invalid_token"])))
    }

    @Test(arguments: [302, 403, 404, 429, 500, 503])
    func `any other status says nothing about the session`(status: Int) async throws {
        #expect(
            try await outcome(of: ScriptedTransport.answer(status))
                == .failed(.server(status: status, during: .userInfo, retryAfter: nil)))
    }

    @Test func `a network that fails, garbage and a missing endpoint say nothing about the session`() async throws {
        #expect(
            try await outcome(of: ScriptedTransport.failure(.tls(reason: "bad")))
                == .failed(.transport(.tls(reason: "bad"), during: .userInfo)))
        #expect(
            try await outcome(
                of: ScriptedTransport.answer(200, text: "hello"), metadata: { $0["userinfo_endpoint"] = nil })
                == .failed(.unsupported("a userinfo endpoint")))
        guard case .failed(.unintelligible) = try await outcome(of: ScriptedTransport.answer(200, text: "hello")) else {
            Issue.record("garbage was understood")
            return
        }
    }

    @Test func `signed userinfo is verified and read`() async throws {
        let scripted = try ImaginaryProvider()
        let token = try scripted.idToken { $0["name"] = "Alice" }
        let outcome = try await outcome(of: Self.signed(token), scripted: scripted)
        guard case .fetched(let userInfo) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(userInfo["name"] == "Alice")
    }

    @Test func `signed userinfo may do without iss and aud, and has to be right where they are`() async throws {
        for (name, value, passes) in [
            ("iss", nil, true), ("aud", nil, true), ("iss", "https://evil.example", false), ("aud", "other", false),
        ] as [(String, JSONValue?, Bool)] {
            let scripted = try ImaginaryProvider()
            let token = try scripted.idToken { $0[name] = value }
            let outcome = try await outcome(of: Self.signed(token), scripted: scripted)
            if case .fetched = outcome { #expect(passes) } else { #expect(!passes, "\(outcome)") }
        }
    }

    @Test func `signed userinfo with a wrong signature is refused`() async throws {
        let scripted = try ImaginaryProvider()
        let impostor = try JWK.generate(.p256, keyID: "key-1")
        let outcome = try await outcome(of: Self.signed(try scripted.idToken(key: impostor)), scripted: scripted)
        guard case .failed(.untrustworthy(_, during: .userInfo)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    private static func signed(_ token: Secret) -> ScriptedTransport.Answer {
        ScriptedTransport.answer(200, headers: ["Content-Type": "application/jwt; charset=utf-8"], text: token.reveal())
    }
}
