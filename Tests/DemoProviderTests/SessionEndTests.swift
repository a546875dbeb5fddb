import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

/// Revocation, introspection and logout.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SessionEndTests {
    private func introspect(_ token: String, _ visitor: Visitor) async throws -> JSONObject {
        try await visitor.post(
            .introspection, ["token": token], basic: (visitor.provider.clientID, visitor.provider.clientSecret)
        ).json
    }

    @Test func `a revoked refresh token takes its session along`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let revoked = try await visitor.post(
                .revocation, ["token": tokens.refresh, "client_id": visitor.provider.clientID])
            #expect(revoked.status == 200)
            #expect(try await visitor.refresh(tokens.refresh).error == "invalid_grant")
            let answer = try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access)
            #expect(answer.challenge?.contains("the user signed out") == true)
        }
    }

    @Test func `a revoked access token goes alone`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let revoked = try await visitor.post(
                .revocation,
                [
                    "token": tokens.access, "token_type_hint": "access_token",
                    "client_id": visitor.provider.clientID,
                ])
            #expect(revoked.status == 200)
            let answer = try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access)
            #expect(answer.challenge?.contains("the access token was revoked") == true)
            #expect(try await visitor.refresh(tokens.refresh).status == 200)
        }
    }

    @Test func `revoking an unknown token, or another client's, changes nothing and is no error`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let other = (visitor.provider.confidentialClientID, visitor.provider.clientSecret)
            for token in ["unknown", tokens.access, tokens.refresh] {
                #expect(try await visitor.post(.revocation, ["token": token], basic: other).status == 200)
            }
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access).status == 200)
            #expect(try await visitor.refresh(tokens.refresh).status == 200)
            #expect(
                try await visitor.post(.revocation, ["client_id": visitor.provider.clientID]).error
                    == "invalid_request")
        }
    }

    @Test func `introspection tells about good tokens, and of others only that they are not`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let access = try await introspect(tokens.access, visitor)
            #expect(access["active"]?.bool == true)
            #expect(access["sub"]?.string == "248289761001")
            #expect(access["username"]?.string == "alice")
            #expect(access["client_id"]?.string == visitor.provider.clientID)
            #expect(access["scope"]?.string == "openid profile email")
            #expect(try #require(access["exp"]?.int) - #require(access["iat"]?.int) == 60)
            #expect(try await introspect(tokens.refresh, visitor)["active"]?.bool == true)
            #expect(try await introspect("unknown", visitor) == ["active": false])
            _ = try await visitor.refresh(tokens.refresh)
            #expect(try await introspect(tokens.refresh, visitor) == ["active": false])
            await visitor.provider.setClockOffset(.seconds(61))
            #expect(try await introspect(tokens.access, visitor) == ["active": false])
        }
    }

    @Test func `introspection wants the secret`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let refused = try await visitor.post(
                .introspection, ["token": tokens.access, "client_id": visitor.provider.clientID])
            #expect(refused.status == 401)
            #expect(refused.error == "invalid_client")
        }
    }

    @Test func `an ID token as hint ends its session at once and sends the browser back`() async throws {
        try await withProvider { visitor in
            let (tokens, others) = (try await visitor.signIn(), try await visitor.signIn())
            let query = Form.encode([
                ("id_token_hint", try #require(tokens.id)), ("state", "x y"),
                ("post_logout_redirect_uri", "http://127.0.0.1:49152/signed-out"),
            ])
            let answer = try await visitor.get(visitor.url(.endSession) + "?" + query)
            #expect(answer.status == 303)
            #expect(answer.headers["Location"] == "http://127.0.0.1:49152/signed-out?state=x%20y")
            #expect(try await visitor.refresh(tokens.refresh).error == "invalid_grant")
            #expect(try await visitor.refresh(others.refresh).status == 200)
        }
    }

    @Test func `a registered client's browser goes on only to what was registered for sign-outs`() async throws {
        try await withProvider { visitor in
            let registered = "http://127.0.0.1/callback"
            let metadata = #"{"redirect_uris":["\#(registered)"],"post_logout_redirect_uris":["\#(registered)"]}"#
            let answer = try await visitor.send(
                "POST", visitor.url(.registration), headers: ["Content-Type": "application/json"],
                body: .text(metadata)
            ).json
            #expect(answer["post_logout_redirect_uris"] == [.string(registered)])
            let clientID = try #require(answer["client_id"]?.string)
            for (uri, status) in [("http://127.0.0.1:49152/callback", 303), ("http://127.0.0.1:49152/other", 200)] {
                let done = try await visitor.post(
                    .endSession,
                    ["confirm": "yes", "client_id": clientID, "post_logout_redirect_uri": uri, "state": "s"])
                #expect(done.status == status)
                #expect(done.headers["Location"] == (status == 303 ? uri + "?state=s" : nil))
            }
        }
    }

    @Test func `without a good hint a person is asked, and an unregistered address is not gone to`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let forged = try #require(tokens.id).dropLast(10) + "AAAAAAAAAA"
            let query = Form.encode([
                ("id_token_hint", String(forged)), ("post_logout_redirect_uri", "https://attacker.example/"),
            ])
            let page = try await visitor.get(visitor.url(.endSession) + "?" + query)
            #expect(page.status == 200)
            #expect(page.text.contains("Do you want to sign out"))
            #expect(try await visitor.refresh(tokens.refresh).status == 200)
            let done = try await visitor.post(
                .endSession, ["confirm": "yes", "post_logout_redirect_uri": "https://attacker.example/"])
            #expect(done.status == 200)
            #expect(done.text.contains("You are signed out"))
        }
    }
}
