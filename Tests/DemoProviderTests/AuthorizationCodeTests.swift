import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct AuthorizationCodeTests {
    @Test func `the response carries code, state and issuer`() async throws {
        try await withProvider { visitor in
            let answer = try await Browser(visitor).signIn()
            #expect(answer.status == 303)
            #expect(answer.headers["Location"]?.hasPrefix(Browser.redirectURI + "?") == true)
            let response = try answer.location
            #expect(response["code"]?.isEmpty == false)
            #expect(response["state"] == "a state")
            #expect(response["iss"] == visitor.provider.issuer)
        }
    }

    @Test func `a code is exchanged for tokens that say who signed in`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let answer = try await browser.exchange(browser.code())
            #expect(answer.status == 200)
            #expect(answer.headers["Cache-Control"] == "no-store")
            let json = try answer.json
            #expect(json["token_type"]?.string == "Bearer")
            #expect(json["expires_in"]?.int == 60)
            #expect(json["refresh_expires_in"]?.int == 600)
            #expect(json["scope"]?.string == "openid profile email")
            let tokens = try Visitor.Tokens(answer)
            let claims = try JWT.parse(try #require(tokens.id)).claims
            #expect(claims.issuer == visitor.provider.issuer)
            #expect(claims.subject == "248289761001")
            #expect(claims.audience == [visitor.provider.clientID])
            #expect(claims.nonce == "a-nonce")
            #expect(claims.object["sid"]?.string?.isEmpty == false)
            #expect(claims.object["auth_time"]?.int != nil)
            let digest = Digest.sha256.hash(Array(tokens.access.utf8))
            #expect(claims.accessTokenHash == Base64URL.encode(digest.prefix(16)))
        }
    }

    @Test func `a JWT access token has the claims of RFC 9068`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn("bob", "builder")
            let claims = try JWT.parse(tokens.access).claims
            #expect(claims.issuer == visitor.provider.issuer)
            #expect(claims.audience == [visitor.provider.api])
            #expect(claims.subject == "248289761002")
            #expect(claims.object["client_id"]?.string == visitor.provider.clientID)
            #expect(claims.object["scope"]?.string == "openid profile email")
            #expect(claims.jwtID?.isEmpty == false)
            let (issued, expires) = (claims.object["iat"]?.int, claims.object["exp"]?.int)
            #expect(try #require(expires) - #require(issued) == 60)
        }
    }

    @Test func `access tokens are opaque by option and work the same`() async throws {
        try await withProvider { configuration in
            configuration.opaqueAccessTokens = true
        } visit: { visitor in
            let tokens = try await visitor.signIn()
            #expect(!tokens.access.contains("."))
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access).status == 200)
        }
    }

    @Test func `a second use of a code ends what the first one began`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let code = try await browser.code()
            let tokens = try Visitor.Tokens(try await browser.exchange(code))
            let again = try await browser.exchange(code)
            #expect(again.status == 400)
            #expect(again.error == "invalid_grant")
            let refused = try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access)
            #expect(refused.status == 401)
            #expect(refused.challenge?.contains("the authorization code was used twice") == true)
            #expect(try await visitor.refresh(tokens.refresh).error == "invalid_grant")
        }
    }

    @Test(arguments: [
        (redirectURI: "http://127.0.0.1:49153/callback", verifier: Browser.codeVerifier, says: "redirect_uri"),
        (redirectURI: Browser.redirectURI, verifier: String(repeating: "a", count: 43), says: "does not match"),
        (redirectURI: Browser.redirectURI, verifier: "short", says: "RFC 7636"),
        (redirectURI: Browser.redirectURI, verifier: "", says: "code_verifier is missing"),
    ])
    func `a code is refused with the wrong proof, and then it is spent`(
        redirectURI: String, verifier: String, says: String
    ) async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let code = try await browser.code()
            let refused = try await browser.exchange(code, redirectURI: redirectURI, codeVerifier: verifier)
            #expect(refused.error == "invalid_grant")
            #expect(refused.errorDescription?.contains(says) == true)
            #expect(try await browser.exchange(code).error == "invalid_grant")
        }
    }

    @Test(arguments: [
        "short", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
        String(repeating: "=", count: 43),
    ])
    func `a verifier that is none by its form is refused, though it fits the challenge`(verifier: String) async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let challenge = Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
            let code = try await browser.code(["code_challenge": challenge])
            let refused = try await browser.exchange(code, codeVerifier: verifier)
            #expect(refused.error == "invalid_grant")
            #expect(refused.errorDescription?.contains("RFC 7636 section 4.1") == true)
        }
    }

    @Test func `a code without its verifier is refused`() async throws {
        try await withProvider { visitor in
            let refused = try await visitor.token([
                "grant_type": "authorization_code", "code": try await Browser(visitor).code(),
                "redirect_uri": Browser.redirectURI,
            ])
            #expect(refused.error == "invalid_grant")
            #expect(refused.errorDescription == "code_verifier is missing")
        }
    }

    @Test func `another client can neither use a code nor spend it`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let code = try await browser.code()
            let refused = try await visitor.post(
                .token,
                [
                    "grant_type": "authorization_code", "code": code, "redirect_uri": Browser.redirectURI,
                    "code_verifier": Browser.codeVerifier,
                ], basic: (visitor.provider.confidentialClientID, visitor.provider.clientSecret))
            #expect(refused.error == "invalid_grant")
            #expect(try await browser.exchange(code).status == 200)
        }
    }

    @Test func `a code expires after a minute`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let code = try await browser.code()
            await visitor.provider.setClockOffset(.seconds(61))
            let refused = try await browser.exchange(code)
            #expect(refused.error == "invalid_grant")
            #expect(refused.errorDescription == "the authorization code expired")
        }
    }
}
