import JOSE
import SessionHTTP

@testable import ClientObservation

extension Example {
    static let ofRequests: [Example] = [
        Example(
            "verifier-does-not-fit",
            breaking: {
                $0.authorize()
                $0.authorize(at: 0.5, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C1", verifier: "V2", .error(400, "invalid_grant"))
            },
            right: { $0.signIn() },
            // The authorization request was in a browser that is not watched.
            undecided: { $0.redeem() }),
        Example(
            "verifier-malformed",
            breaking: {
                $0.authorize(["code_challenge": "aGVsbG8gd29ybGQ"])
                $0.redeem(verifier: nil, with: ["code_verifier": "short"])
            },
            right: { $0.signIn() }),
        Example(
            "authorization-request-unprotected",
            breaking: { $0.authorize(verifier: nil, without: ["state", "nonce"]) },
            right: { $0.authorize(nonce: nil, without: ["state"]) },
            undecided: {
                $0.send("GET", "\($0.provider)/authorize?client_id=app&response_type=code&request=e30.e30.AAAA", at: 0)
            }),
        Example(
            "pushed-request-skipped",
            breaking: {
                $0.metadata(at: -10, ("require_pushed_authorization_requests", true))
                $0.authorize()
            },
            right: {
                $0.metadata(at: -10, ("require_pushed_authorization_requests", true))
                $0.push()
                $0.authorizePushed(at: 1)
            }),
        Example(
            "request-uri-used-twice",
            breaking: {
                $0.push()
                $0.authorizePushed(at: 1)
                $0.redeem(at: 2)
                $0.authorizePushed(at: 3)
            },
            right: {
                $0.push()
                $0.authorizePushed(at: 1)
                $0.redeem(at: 2)
            },
            // The page was loaded again.
            undecided: {
                $0.push()
                $0.authorizePushed(at: 1)
                $0.authorizePushed(at: 2)
            }),
        Example(
            "metadata-of-other-issuer",
            breaking: {
                $0.metadata(at: -10, ("issuer", "https://evil.example"))
                $0.signIn()
            },
            right: {
                $0.metadata(at: -10, ("issuer", "https://id.example/"))
                $0.signIn()
            }),
        Example(
            "error-of-other-issuer",
            breaking: {
                $0.metadata()
                $0.authorize(code: nil, issuer: "https://evil.example")
                $0.authorize(at: 10, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            },
            right: {
                $0.metadata()
                $0.authorize(code: nil, issuer: "https://id.example")
                $0.authorize(at: 10, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            },
            // It had begun when the error came.
            undecided: {
                $0.metadata()
                $0.authorize(code: nil, issuer: "https://evil.example")
                $0.authorize(at: 0.12, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            }),
        Example(
            "resource-not-named",
            breaking: {
                $0.metadata()
                $0.resourceMetadata()
                $0.signIn()
            },
            right: {
                $0.metadata()
                $0.resourceMetadata()
                $0.signIn(.tokens("A1", "R1"), ["resource": "https://api.example/mcp"])
            },
            undecided: {
                $0.metadata()
                $0.resourceMetadata()
                $0.redeem()
            }),
    ]

    static let ofBindings: [Example] = [
        Example(
            "bound-token-as-bearer",
            breaking: {
                $0.boundSignIn()
                $0.call("A1", at: 10)
            },
            right: {
                $0.boundSignIn()
                $0.provenCall("A1", id: "J1", at: 10)
            }),
        Example(
            "proof-missing",
            breaking: { $0.send("GET", "\($0.api)/items", ["Authorization": "DPoP \(Script.secret("A1"))"], at: 10) },
            right: { $0.provenCall("A1", id: "J1", at: 10) }),
        Example(
            "proof-key-unfit",
            breaking: { $0.provenCall("A1", id: "J1", at: 1, header: ["alg": "HS256"]) },
            right: { $0.provenCall("A1", id: "J1", at: 1) }),
        Example(
            "assertion-for-other-audience",
            breaking: {
                $0.metadata()
                $0.assert(["aud": "https://evil.example"])
            },
            right: {
                $0.metadata()
                $0.assert(["aud": "https://id.example"])
            },
            undecided: { $0.assert(["aud": "https://id.example/realms/r"]) }),
        Example(
            "assertion-used-twice",
            breaking: { for second in [1.0, 2] { $0.assert(["jti": .string(Script.secret("J1"))], at: second) } },
            right: { for second in [1.0, 2] { $0.assert(["jti": .string(Script.secret("J\(second)"))], at: second) } }),
        Example(
            "assertion-lives-long",
            breaking: { $0.assert(["exp": 1_800_086_400]) },
            right: { $0.assert() },
            undecided: { $0.assert(["iat": .null]) }),
    ]

    static let ofChannels: [Example] = [
        Example(
            "token-over-plain-http",
            breaking: { $0.call("A1", at: 1, api: "http://api.example") },
            right: { $0.call("A1", at: 1, api: "http://127.0.0.1:8080") }),
        Example(
            "token-endpoint-over-plain-http",
            breaking: {
                $0.provider = "http://id.example"
                $0.refresh("R1", at: 1, .tokens("A2", "R2"))
            },
            right: {
                $0.provider = "http://localhost:9000"
                $0.refresh("R1", at: 1, .tokens("A2", "R2"))
            }),
        Example(
            "client-secret-in-url",
            breaking: {
                $0.send(
                    "POST", "\($0.provider)/token?client_secret=\(Script.secret("client"))",
                    form: ["grant_type": "client_credentials", "client_id": "app"], at: 1, .tokens("A1", nil))
            },
            right: {
                $0.authentication = .post
                $0.tokenRequest(["grant_type": "client_credentials"], at: 1, .tokens("A1", nil))
            }),
        Example(
            "token-for-other-audience",
            breaking: { $0.callByReadableToken("https://api.example/v1", to: "https://stock.example") },
            right: { $0.callByReadableToken("https://api.example/v1", to: "https://api.example") },
            // A name that looks like a URL.
            undecided: { $0.callByReadableToken("https://orders", to: "https://api.example") }),
        Example(
            "unsafe-request-repeated",
            breaking: { for second in [1.0, 5] { $0.order(at: second, second == 1 ? .lost : .status(201)) } },
            right: { for second in [1.0, 5] { $0.order(at: second, second == 1 ? .status(503) : .status(201)) } }),
    ]

    static let ofHabits: [Example] = [
        Example(
            "sign-in-instead-of-refresh",
            breaking: { $0.signInAgain(subjects: ["alice", "alice", "alice"]) },
            right: { $0.signInAgain(subjects: ["alice", "bob", "carol"], refreshing: true) },
            // A server's users are many.
            undecided: {
                $0.authentication = .basic
                $0.signInAgain(subjects: [nil, nil, nil])
            }),
        Example(
            "delivered-tokens-never-used",
            breaking: {
                $0.signIn()
                for second in [10.0, 11] { $0.call(nil, at: second, Script.unauthorized) }
            },
            right: {
                $0.call(nil, at: -10, Script.unauthorized)
                $0.signIn()
                $0.call("A1", at: 10)
            },
            undecided: { $0.signIn() }),
        Example(
            "registered-again",
            breaking: { for second in [1.0, 2, 3] { $0.register(at: second) } },
            right: { $0.register(at: 1) },
            undecided: { for second in [1.0, 2] { $0.register(at: second) } }),
        Example(
            "client-token-for-each-call",
            breaking: { $0.ownTokens(every: 10) },
            right: { $0.ownTokens(every: 3_500) }),
        Example(
            "keys-fetched-for-each-token",
            breaking: { for second in [1.0, 2, 3] { $0.readKeys(at: second) } },
            right: { for second in [1.0, 200, 400] { $0.readKeys(at: second) } }),
        Example(
            "insufficient-scope-repeated",
            breaking: {
                $0.signIn()
                for second in [10.0, 11, 12] { $0.call("A1", at: second, Script.insufficient("write")) }
            },
            right: {
                $0.signIn()
                for path in ["/a", "/b", "/c"] { $0.call("A1", at: 10, path: path, Script.insufficient("write")) }
            }),
        Example(
            "scope-beyond-challenge",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 10, Script.insufficient("write"))
                $0.authorize(
                    at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read write admin")
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 10, Script.insufficient("write"))
                $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read write")
            },
            undecided: {
                $0.signIn()
                $0.call("A1", at: 10, .status(403, ["WWW-Authenticate": "Bearer error=\"insufficient_scope\""]))
                $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read write")
            }),
        Example(
            "expired-refresh-token-sent",
            breaking: {
                $0.signIn(.expiring)
                $0.refresh("R1", at: 2_000, .error(400, "invalid_grant"))
            },
            right: {
                $0.signIn(.expiring)
                $0.refresh("R1", at: 1_700, .tokens("A2", "R2"))
            }),
    ]
}
