import JOSE
import SessionHTTP

@testable import ClientObservation

extension Clause {
    /// Masks: what would be broken were they tokens is undecided.
    static let ofMasks: [Clause] =
        ["[REDACTED]", "***", "xxxxxxxxxxxx", "{{TOKEN}}", "<removed>", "REDACTED_TOKEN", "a1", "one text 4 all"]
        .flatMap {
            mask -> [Clause] in
            [
                .undecided("code-redeemed-twice", "codes that are \(mask)") { $0.masked(mask) },
                .undecided("verifier-used-twice", "verifiers that are \(mask)") { $0.masked(mask) },
                .undecided("spent-refresh-token-sent", "refresh tokens that are \(mask)") { $0.masked(mask) },
                .undecided("rejected-token-sent-again", "access tokens that are \(mask)") { $0.masked(mask) },
                .broken("token-traffic-masked", "what it is: \(mask)") { $0.masked(mask) },
                .kept("code-without-pkce", "a verifier that is \(mask)") { $0.masked(mask) },
                .kept("verifier-malformed", "a verifier that is \(mask)") { $0.masked(mask) },
                .undecided("successor-never-used", "new tokens that are \(mask)") { $0.maskedLife(mask) },
            ]
        }

    static let ofNewRules: [Clause] = [
        .broken("id-token-signature-wrong", "nobody has signed it") { $0.identify(signedBy: .nobody) },
        .undecided("id-token-signature-wrong", "nobody has signed it, which the provider offers") {
            $0.identify(signedBy: .nobody, algorithms: ["ES256", "none"])
        },
        .broken("client-authentication-unsupported", "metadata without a list, which means Basic alone") {
            $0.metadata(at: -10, ("token_endpoint_auth_methods_supported", .null))
            $0.authentication = .post
            $0.tokenRequest(["grant_type": "client_credentials"], at: 1, .error(401, "invalid_client"))
        },
        .broken("refused-request-repeated", "a refresh that a status alone refuses") { script in
            script.signIn()
            for second in [10.0, 11, 12] { script.refresh("R1", at: second, .status(403)) }
        },
        .kept("refused-request-repeated", "a refresh token that is refused for good, of which another rule tells") {
            script in
            script.signIn()
            for second in [10.0, 11, 12] { script.refresh("R1", at: second, .error(400, "bad_refresh_token")) }
        },
        .kept("refused-request-repeated", "the tokens of three users, each once") { script in
            for (number, second) in [(1, 10.0), (2, 11), (3, 12)] {
                script.refresh("R\(number)", at: second, .status(403))
            }
        },
        .kept("successor-never-used", "its refresh token is in use") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
            $0.refresh("R2", at: 3_510, .lost)
            $0.call("A1", at: 3_530)
        },
        .kept("lifetime-missing", "the lifetime is written as text") {
            $0.signIn(.json(["access_token": .string(Script.secret("A1")), "expires_in": "3600"]))
        },
        .broken("pkce-plain", "a challenge without a method") { $0.authorize(without: ["code_challenge_method"]) },
        .kept("sign-in-although-refreshable", "the user was to sign in anew") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2", ["max_age": "60"])
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("token-in-url", "a short text by a token's name") {
            $0.call(nil, at: 1, path: "/map?access_token=pk.1")
        },
        .kept("verifier-does-not-fit", "a plain challenge is the verifier itself") {
            $0.authorize(["code_challenge": Script.secret("V1"), "code_challenge_method": "plain"])
            $0.redeem()
        },
        .kept("verifier-malformed", "a parameter without a value is none") {
            $0.redeem(verifier: nil, with: ["code_verifier": ""])
        },
        .kept("code-without-pkce", "credentials in a way of the provider's own") {
            $0.authorize(verifier: nil)
            $0.tokenRequest(
                ["grant_type": "authorization_code", "code": Script.secret("C1")], at: 1,
                fields: ["Authorization": "Bearer sk_live_1"], .tokens("A1", "R1"))
        },
        .undecided("code-without-pkce", "a client that TLS may show") {
            $0.metadata(at: -10, ("token_endpoint_auth_methods_supported", ["tls_client_auth", "private_key_jwt"]))
            $0.authorize(verifier: nil)
            $0.redeem(verifier: nil)
        },
        .broken("verifier-malformed", "a character that none has") {
            $0.redeem(verifier: nil, with: ["code_verifier": String(repeating: "ab+c", count: 12)])
        },
        .kept("authorization-request-unprotected", "a state") { $0.authorize(nonce: nil, verifier: nil) },
        .kept("authorization-request-unprotected", "a nonce") { $0.authorize(verifier: nil, without: ["state"]) },
        .kept("metadata-of-other-issuer", "an issuer with a path, by the place of RFC 8414") {
            $0.provider = "https://id.example/tenant"
            $0.metadata(at: -10, place: "https://id.example/.well-known/oauth-authorization-server/tenant")
            $0.signIn()
        },
        .kept("metadata-of-other-issuer", "an issuer that stands for many") {
            $0.metadata(at: -10, ("issuer", "https://id.example/{tenantid}/v2.0"))
            $0.signIn()
        },
        .kept("metadata-of-other-issuer", "metadata that nobody uses") {
            $0.metadata(at: -10, ("issuer", "https://evil.example"))
        },
        .kept("resource-not-named", "the audience is named instead") {
            $0.metadata()
            $0.resourceMetadata()
            $0.signIn(.tokens("A1", "R1"), ["audience": "https://api.example/mcp"])
        },
        .kept("resource-not-named", "metadata of an API with another provider") {
            $0.metadata()
            $0.resourceMetadata(of: "https://other.example")
            $0.signIn()
        },
        .kept("proof-missing", "a client with a secret, whose refresh tokens are bound to that") {
            $0.authentication = .basic
            $0.boundSignIn()
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        },
        .broken("proof-missing", "a refresh of a public client") {
            $0.boundSignIn()
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        },
        .broken("proof-key-unfit", "a private key in the header") {
            $0.provenCall("A1", id: "J1", at: 1, header: ["alg": "ES256", "jwk": ["kty": "EC", "d": "AAAA"]])
        },
        .kept("assertion-for-other-audience", "one of several is the provider") {
            $0.metadata()
            $0.assert(["aud": ["https://other.example", "https://ID.example"]])
        },
        .broken("token-over-plain-http", "a host whose name only begins so") { script in
            script.call("A1", at: 1, api: "http://localhost.example")
        },
        .kept("token-for-other-audience", "an origin that is no API, which another rule tells") {
            $0.callByReadableToken("https://api.example/v1", to: "https://other.example")
        },
        .broken("bearer-to-other-origin", "a token that names its API as audience") {
            $0.callByReadableToken("https://api.example/v1", to: "https://other.example")
        },
        .kept("token-for-other-audience", "the provider's own userinfo") {
            $0.metadata()
            $0.callByReadableToken("https://api.example/v1", to: "https://id.example/userinfo?")
        },
        .kept("unsafe-request-repeated", "a key by which the server knows it again") {
            for second in [1.0, 5] {
                $0.order(at: second, second == 1 ? .lost : .status(201), ["Idempotency-Key": "k1"])
            }
        },
        .kept("unsafe-request-repeated", "another body") {
            $0.order(at: 1, .lost)
            $0.sendJSON("\($0.api)/orders", ["pieces": 2], at: 5)
        },
        .kept("unsafe-request-repeated", "a call that may only read") { script in
            for second in [1.0, 5] {
                script.sendJSON(
                    "\(script.api)/orders", ["jsonrpc": "2.0", "method": "tools/list"], at: second,
                    second == 1 ? .lost : .status(200))
            }
        },
        .kept("sign-in-instead-of-refresh", "tokens that had not ended") {
            for number in 1...3 {
                let second = Double(number) * 100
                $0.authorize(
                    at: second, state: "S\(number)", nonce: "N\(number)", verifier: "V\(number)", code: "C\(number)")
                $0.redeem(
                    "C\(number)", verifier: "V\(number)", at: second + 1,
                    .tokens("A\(number)", "R\(number)", id: "alice"))
                $0.call("A\(number)", at: second + 2)
            }
        },
        .kept("insufficient-scope-repeated", "twice") {
            $0.signIn()
            for second in [10.0, 11] { $0.call("A1", at: second, Script.insufficient("write")) }
        },
        .kept("keys-fetched-for-each-token", "the keys were said to be good for a second") {
            $0.metadata(at: -10, ("jwks_uri", "https://id.example/keys"))
            for second in [1.0, 3, 5] {
                $0.send("GET", "https://id.example/keys", at: second, .json(["keys": []]))
                $0.answerHeader("Cache-Control", "max-age=1")
            }
        },
        .kept("keys-fetched-for-each-token", "three processes") {
            $0.metadata(at: -10, ("jwks_uri", "https://id.example/keys"))
            for process in 1...3 {
                $0.caller = Caller(name: "app", process: Int32(process))
                $0.readKeys(at: Double(process))
            }
        },
        .kept("registered-again", "three programs") {
            for name in ["a", "b", "c"] {
                $0.caller = Caller(name: name, process: 1)
                $0.register(at: 1)
            }
        },
        .kept("id-token-of-other-issuer", "Google's, which may lack the scheme") { $0.identify(["iss": "id.example"]) },
        .kept("id-token-nonce-wrong", "none was asked for") {
            $0.identify(["nonce": .null], nonce: nil)
        },
        .undecided("id-token-nonce-wrong", "one without a nonce may have been shortened") {
            $0.identify(["nonce": .null])
        },
        .undecided("id-token-signature-wrong", "the keys are not the one that it names") {
            $0.identify(keys: false)
            $0.call("A1", at: 20)
        },
    ]
}

extension Script {
    /// A life in which every secret is the same text.
    fileprivate mutating func masked(_ text: String) {
        for start in [0.0, 100] {
            maskedGrant("authorization_code", ["code": text, "code_verifier": text], text, at: start)
            for second in [1.0, 2, 3] {
                send("GET", "\(api)/items", ["Authorization": "Bearer \(text)"], at: start + second, Self.unauthorized)
            }
            for second in [10.0, 20] {
                maskedGrant("refresh_token", ["refresh_token": text], text, at: start + second)
            }
        }
    }

    /// A right client between two sign-ins, with one text in the place of all tokens.
    fileprivate mutating func maskedLife(_ text: String) {
        authorize(at: -2)
        maskedGrant("authorization_code", ["code": text, "code_verifier": text], text, at: 0)
        maskedGrant("refresh_token", ["refresh_token": text], text, at: 50)
        send("GET", "\(api)/items", ["Authorization": "Bearer \(text)"], at: 60)
        authorize(at: 300, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
    }

    private mutating func maskedGrant(_ grant: String, _ fields: FormParameters, _ text: String, at second: Double) {
        var form: FormParameters = ["grant_type": grant, "client_id": client]
        for item in fields.items { form[item.name] = item.value }
        send(
            "POST", "\(provider)/token", form: form, at: second,
            .json(["access_token": .string(text), "refresh_token": .string(text), "expires_in": 60]))
    }

    /// Adds a field to the last answer.
    fileprivate mutating func answerHeader(_ name: String, _ value: String) {
        guard case .answered(var answer) = messages[messages.count - 1].outcome else { return }
        answer.headers[name] = value
        messages[messages.count - 1].outcome = .answered(answer)
    }
}
