import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

/// The control URL.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SwitchTests {
    @Test func `revoke-session ends a user's sessions and nobody else's`() async throws {
        try await withProvider { visitor in
            let (alice, bob) = (try await visitor.signIn(), try await visitor.signIn("bob", "builder"))
            let answer = try await visitor.switchOn("revoke-session", "{\"username\":\"alice\"}")
            #expect(try answer.json["revoked_sessions"]?.int == 1)
            let refused = try await visitor.refresh(alice.refresh)
            #expect(refused.error == "invalid_grant")
            #expect(refused.errorDescription == "the session was revoked")
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: alice.access).status == 401)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: bob.access).status == 200)
        }
    }

    @Test func `revoke-access-tokens leaves the refresh token good`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let answer = try await visitor.switchOn("revoke-access-tokens", "{\"username\":\"alice\"}")
            #expect(try answer.json["revoked_access_tokens"]?.int == 1)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access).status == 401)
            let renewed = try Visitor.Tokens(try await visitor.refresh(tokens.refresh))
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: renewed.access).status == 200)
        }
    }

    @Test func `reject-refresh refuses so many refreshes and spends nothing`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            #expect(try await visitor.switchOn("reject-refresh", "{\"count\":2}").status == 200)
            for _ in 0..<2 { #expect(try await visitor.refresh(tokens.refresh).error == "invalid_grant") }
            #expect(try await visitor.refresh(tokens.refresh).status == 200)
        }
    }

    @Test func `rotate-keys publishes a new key beside the old one`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.switchOn("rotate-keys")
            #expect(answer.status == 200)
            #expect(try await visitor.get(visitor.url(.jwks)).json["keys"]?.array?.count == 2)
        }
    }

    private func audience(_ visitor: Visitor) async throws -> JSONValue? {
        let answer = try await visitor.token([
            "grant_type": "password", "username": "alice", "password": "wonderland", "scope": "openid",
        ])
        return try JWT.parse(try #require(answer.json["id_token"]?.string)).claims.object["aud"]
    }

    @Test func `spoil-id-tokens makes ID tokens wrong until it is taken back`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.switchOn("spoil-id-tokens", "{\"flaw\":\"audience\"}")
            #expect(answer.status == 200)
            #expect(try await audience(visitor) == "another-client")
            #expect(try await visitor.switchOn("spoil-id-tokens").status == 200)
            #expect(try await audience(visitor) == .string(visitor.provider.clientID))
        }
    }

    @Test func `id-tokens signs with the client's secret, for more audiences, until it is taken back`() async throws {
        try await withProvider { visitor in
            let body = #"{"algorithm":"HS512","userinfo":true,"audiences":["api-2"]}"#
            #expect(try await visitor.switchOn("id-tokens", body).status == 200)
            let tokens = try await visitor.signIn()
            let jws = try JWS.parse(try #require(tokens.id))
            #expect(jws.algorithmName == "HS512")
            #expect(try jws.payloadObject()["aud"]?.strings == [visitor.provider.clientID, "api-2"])
            let info = try await visitor.get(visitor.url(.userInfo), bearer: tokens.access)
            #expect(info.headers["Content-Type"] == "application/jwt")
            #expect(try JWS.parse(info.text).payloadObject()["sub"]?.string == "248289761001")
            let listed = try await visitor.get(visitor.url(.discovery)).json["id_token_signing_alg_values_supported"]
            #expect(listed?.strings == ["ES256", "HS512"])
            #expect(try await visitor.switchOn("id-tokens").status == 200)
            #expect(try JWS.parse(try #require(try await visitor.signIn().id)).algorithmName == "ES256")
            #expect(try await visitor.switchOn("id-tokens", #"{"algorithm":"none"}"#).status == 400)
        }
    }

    @Test func `metadata leaves members out of the OpenID document only`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.switchOn("metadata", #"{"leave_out":["revocation_endpoint"]}"#)
            #expect(answer.status == 200)
            let document = try await visitor.get(visitor.url(.discovery)).json
            #expect(document["revocation_endpoint"] == nil)
            let path = "/.well-known/oauth-authorization-server"
            let other = try await visitor.get(visitor.provider.issuer + path).json
            #expect(other["revocation_endpoint"] != nil)
        }
    }

    @Test func `lifetimes hold for tokens issued from then on`() async throws {
        try await withProvider { visitor in
            #expect(try await visitor.switchOn("lifetimes", "{\"access\":5,\"refresh\":20}").status == 200)
            let answer = try await visitor.token([
                "grant_type": "password", "username": "bob", "password": "builder",
            ])
            #expect(try answer.json["expires_in"]?.int == 5)
            #expect(try answer.json["refresh_expires_in"]?.int == 20)
            #expect(try await visitor.switchOn("lifetimes", "{\"access\":7}").json["refresh"]?.int == 20)
        }
    }

    @Test func `the clock can be set wrong and right again`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            #expect(try await visitor.switchOn("clock", "{\"offset\":120.5}").status == 200)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access).status == 401)
            #expect(try await visitor.switchOn("clock", "{\"offset\":0}").status == 200)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access).status == 200)
        }
    }

    @Test(arguments: [
        ("revoke-session", "", "username is missing"), ("revoke-session", "[]", "must be a JSON object"),
        ("revoke-session", "{\"username\":1}", "username must be a string"),
        ("revoke-session", "{\"username\":\"carol\"}", "carol"),
        ("revoke-session", "{\"user\":\"alice\"}", "user is no"),
        ("reject-refresh", "{\"count\":-1}", "count must be"), ("reject-refresh", "{\"count\":\"2\"}", "count must be"),
        ("narrow-scope", "{}", "scope is missing"), ("switch-user", "{\"username\":\"carol\"}", "carol"),
        ("spoil-id-tokens", "{\"flaw\":\"taste\"}", "taste is not a flaw"), ("lifetimes", "{}", "missing"),
        ("lifetimes", "{\"access\":0}", "access must be"),
        ("clock", "{}", "offset is missing"), ("clock", "{\"offset\":\"1\"}", "offset must be"),
        ("fault", "{\"endpoint\":\"tokn\",\"kind\":\"hang\"}", "tokn is not an endpoint"),
        ("fault", "{\"endpoint\":\"token\",\"kind\":\"explode\"}", "explode is not a kind"),
        ("fault", "{\"endpoint\":\"token\"}", "kind is missing"),
        ("fault", "{\"endpoint\":\"token\",\"kind\":\"hang\",\"times\":0}", "times must be"),
        ("fault", "{\"endpoint\":\"token\",\"kind\":\"hang\",\"timing\":\"while\"}", "timing must be"),
        ("fault", "{\"endpoint\":\"token\",\"kind\":\"status\",\"status\":99}", "status must be"),
        ("approve-device", "{\"user_code\":\"BBBB-BBBB\",\"username\":\"alice\"}", "BBBB-BBBB"),
        ("deny-device", "{}", "user_code is missing"),
    ])
    func `a wrong body is a 400 that says what is wrong`(name: String, body: String, says: String) async throws {
        try await withProvider { visitor in
            let answer = try await visitor.switchOn(name, body)
            #expect(answer.status == 400)
            #expect(answer.error == "invalid_request")
            #expect(answer.errorDescription?.contains(says) == true)
        }
    }

    @Test func `the control URL can't be guessed, nor used by another method`() async throws {
        try await withProvider { visitor in
            let (issuer, control) = (visitor.provider.issuer, visitor.provider.control)
            #expect(control.count >= issuer.count + "/control/".count + 22)
            for url in [issuer + "/control/statistics", issuer + "/control//statistics", String(control.dropLast())] {
                let answer = try await visitor.get(url)
                #expect(answer.status == 404)
            }
            #expect(try await visitor.get(control + "/rotate-keys").status == 405)
            #expect(try await visitor.get(control + "/unknown").status == 404)
        }
    }
}
