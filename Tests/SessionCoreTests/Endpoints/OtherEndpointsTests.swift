import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct OtherEndpointsTests {
    @Test(arguments: [(TokenRevocation.Kind.refresh, "refresh_token"), (.access, "access_token")])
    func `a revocation sends the token with its kind and the client's authentication`(
        kind: TokenRevocation.Kind, hint: String
    ) async throws {
        let scripted = try ImaginaryProvider(configure: { $0.authentication = .post(Secret("s")) })
        scripted.transport.once("/revoke", ScriptedTransport.answer(200))
        try await RevocationEndpoint(scripted.provider).revoke(Secret("t+1"), kind: kind)
        #expect(
            try scripted.lastForm(to: "/revoke") == [
                "token": "t+1", "token_type_hint": hint, "client_id": "console", "client_secret": "s",
            ])
        #expect(scripted.transport.requests(to: "/revoke").first?.redirects == .doNotFollow)
    }

    @Test func `a revocation that fails says how`() async throws {
        for (answer, expected) in [
            (
                ScriptedTransport.answer(503, headers: ["Retry-After": "9"]),
                SessionError.server(status: 503, during: .revocation, retryAfter: .seconds(9))
            ),
            (
                ScriptedTransport.json(#"{"error":"unsupported_token_type"}"#, status: 400),
                .refused(OAuthError(code: "unsupported_token_type", status: 400), during: .revocation)
            ),
            (ScriptedTransport.failure(.timedOut(.waiting)), .transport(.timedOut(.waiting), during: .revocation)),
        ] {
            let scripted = try ImaginaryProvider()
            scripted.transport.once("/revoke", answer)
            #expect(
                await failure { try await RevocationEndpoint(scripted.provider).revoke(Secret("t"), kind: .refresh) }
                    == expected)
        }
        let without = try ImaginaryProvider(metadata: { $0["revocation_endpoint"] = nil })
        #expect(
            await failure { try await RevocationEndpoint(without.provider).revoke(Secret("t"), kind: .refresh) }
                == .unsupported("a revocation endpoint"))
    }

    @Test func `an introspection tells whether a token is active, and what else is said of it`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.authentication = .basic(Secret("s")) })
        scripted.transport.once(
            "/introspect",
            ScriptedTransport.json(#"{"active":true,"scope":"openid mail","exp":1767225660,"sub":"alice","aud":["a"]}"#)
        )
        let result = try await IntrospectionEndpoint(scripted.provider).introspect(Secret("t"), kind: .access)
        #expect(result.isActive)
        #expect(result.scope == ["openid", "mail"])
        #expect(result.expiresAt == Date(timeIntervalSince1970: 1_767_225_660))
        #expect(result.subject == "alice")
        #expect(result.claims.last?.name == "aud" && result.claims.last?.value == #"["a"]"#)
        #expect(try scripted.lastForm(to: "/introspect") == ["token": "t", "token_type_hint": "access_token"])
    }

    @Test(arguments: ["1e300", "-1e300", "9223372036854775807", "\"1\""])
    func `loss 9: an introspection that tells of no time there is tells of none`(exp: String) async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/introspect", ScriptedTransport.json("{\"active\":true,\"exp\":\(exp)}"))
        let result = try await IntrospectionEndpoint(scripted.provider).introspect(Secret("t"), kind: .access)
        #expect(result.expiresAt == nil)
    }

    @Test func `an inactive token is no error, and an answer without active is one`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/introspect", ScriptedTransport.json(#"{"active":false}"#))
        let endpoint = IntrospectionEndpoint(scripted.provider)
        #expect(try await endpoint.introspect(Secret("t"), kind: .refresh).isActive == false)
        scripted.transport.once("/introspect", ScriptedTransport.json(#"{"active":"true"}"#))
        #expect(
            await failure { try await endpoint.introspect(Secret("t"), kind: .refresh) }
                == .unintelligible("active is missing", during: .introspection))
        scripted.transport.once("/introspect", ScriptedTransport.json(#"{"error":"invalid_client"}"#, status: 401))
        #expect(
            await failure { try await endpoint.introspect(Secret("t"), kind: .refresh) }
                == .refused(OAuthError(code: "invalid_client", status: 401), during: .introspection))
    }

    @Test func `the end session URL names the session and where to go next`() async throws {
        let scripted = try ImaginaryProvider(metadata: {
            $0["end_session_endpoint"] = "https://provider.example/logout?tenant=1#top"
        })
        let endpoint = EndSessionEndpoint(scripted.provider)
        let url = try await endpoint.url(idToken: Secret("id"), redirectURI: "http://127.0.0.1/bye", state: "s t")
        #expect(
            url.absoluteString
                == "https://provider.example/logout?tenant=1&client_id=console&id_token_hint=id"
                + "&post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%2Fbye&state=s%20t")
        let bare = try await endpoint.url(idToken: nil, state: "s")
        #expect(bare.absoluteString == "https://provider.example/logout?tenant=1&client_id=console")
    }

    @Test func `no error of any endpoint repeats a token, a code or a secret`() async throws {
        let secrets = ["access-s3cret", "refresh-s3cret", "client-s3cret", "password-s3cret"]
        let scripted = try ImaginaryProvider(configure: { $0.authentication = .post(Secret("client-s3cret")) })
        let context = scripted.context
        for answer in [
            ScriptedTransport.json(#"{"error":"invalid_request"}"#, status: 400), ScriptedTransport.answer(500),
            ScriptedTransport.json(#"{"access_token":["access-s3cret"]}"#),
            ScriptedTransport.answer(200, text: "access-s3cret"), ScriptedTransport.failure(.timedOut(.waiting)),
        ] {
            for path in ["/token", "/revoke", "/introspect", "/userinfo"] { scripted.transport.once(path, answer) }
            var texts = ["\(await scripted.tokenEndpoint.refresh(Secret("refresh-s3cret")))"]
            texts.append(
                "\(await UserInfoEndpoint(scripted.provider).fetch(accessToken: Secret("access-s3cret"), subject: nil))"
            )
            for error in [
                await failure {
                    try await RevocationEndpoint(scripted.provider).revoke(Secret("refresh-s3cret"), kind: .refresh)
                },
                await failure {
                    try await IntrospectionEndpoint(scripted.provider).introspect(
                        Secret("access-s3cret"), kind: .access)
                },
                await failure {
                    try await PasswordFlow(username: "a", password: Secret("password-s3cret")).signIn(context)
                },
            ] {
                if let error { texts += ["\(error)", String(reflecting: error)] }
            }
            for text in texts { for secret in secrets { #expect(!text.contains(secret), "\(text)") } }
        }
    }
}
