import JOSE
import SessionHTTP

@testable import ClientObservation

extension Example {
    static let ofSignIn: [Example] = [
        Example(
            "code-without-pkce",
            breaking: {
                $0.authorize(verifier: nil)
                $0.redeem(verifier: nil)
            },
            right: { $0.signIn() }),
        Example(
            "code-without-pkce-or-nonce",
            breaking: {
                $0.authentication = .basic
                $0.authorize(nonce: nil, verifier: nil)
                $0.redeem(verifier: nil)
            },
            right: {
                $0.authentication = .basic
                $0.authorize(verifier: nil)
                $0.redeem(verifier: nil)
            },
            // The authorization request was in a browser that is not watched.
            undecided: {
                $0.authentication = .basic
                $0.redeem(verifier: nil)
            }),
        Example(
            "pkce-plain",
            breaking: { $0.authorize(["code_challenge_method": "plain"]) },
            right: { $0.signIn() }),
        Example(
            "code-redeemed-twice",
            breaking: {
                $0.authorize()
                $0.redeem(lasts: 2)
                $0.redeem(at: 1.5, .error(400, "invalid_grant"))
            },
            right: {
                $0.authorize()
                $0.redeem(.error(400, "use_dpop_nonce"))
                $0.redeem(at: 2)
            },
            undecided: {
                $0.authorize()
                $0.redeem(.lost)
                $0.redeem(at: 5)
            }),
        Example(
            "redirect-uri-differs",
            breaking: {
                $0.authorize()
                $0.redeem(redirectURI: "http://localhost:9/cb")
            },
            right: { $0.signIn() },
            undecided: { $0.redeem() }),
        Example(
            "two-client-authentications",
            breaking: {
                $0.authentication = .both
                $0.signIn()
            },
            right: {
                $0.authentication = .post
                $0.signIn()
            }),
        Example(
            "client-authentication-unsupported",
            breaking: {
                $0.metadata()
                $0.authentication = .post
                $0.authorize()
                $0.redeem(.error(401, "invalid_client"))
            },
            right: {
                $0.metadata()
                $0.authentication = .basic
                $0.authorize()
                $0.redeem(.error(401, "invalid_client"))
            },
            undecided: {
                $0.authentication = .post
                $0.authorize()
                $0.redeem(.error(401, "invalid_client"))
            }),
        Example(
            "password-grant",
            breaking: {
                $0.tokenRequest(
                    ["grant_type": "password", "username": "alice", "password": Script.secret("password")], at: 0,
                    .tokens("A1", "R1"))
            },
            right: {
                $0.tokenRequest(["grant_type": "client_credentials", "scope": "read"], at: 0, .tokens("A1", nil))
            }),
        Example(
            "implicit-grant",
            breaking: { $0.authorize(["response_type": "id_token token"]) },
            right: { $0.authorize(["response_type": "code id_token"]) }),
    ]

    static let ofSignInSecrets: [Example] = [
        Example(
            "verifier-used-twice",
            breaking: {
                $0.signIn()
                $0.authorize(at: 10, state: "S2", nonce: "N2", verifier: "V1", code: "C2")
                $0.redeem("C2", verifier: "V1", at: 11, .tokens("A2", "R2"))
            },
            // The page was loaded again before the code came.
            right: {
                $0.authorize(code: nil)
                $0.authorize(at: 0.5)
                $0.redeem()
            }),
        Example(
            "state-used-twice",
            breaking: {
                $0.signIn()
                $0.authorize(at: 10, state: "S1", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 11, .tokens("A2", "R2"))
            },
            right: {
                $0.authorize(code: nil)
                $0.authorize(at: 10, state: "S1", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 11, .tokens("A2", "R2"))
            }),
        Example(
            "nonce-used-twice",
            breaking: {
                $0.signIn()
                $0.authorize(at: 10, state: "S2", nonce: "N1", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 11, .tokens("A2", "R2"))
            },
            right: {
                $0.signIn()
                $0.authorize(at: 10, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 11, .tokens("A2", "R2"))
            }),
        Example(
            "other-issuer-accepted",
            breaking: {
                $0.metadata()
                $0.authorize(issuer: "https://evil.example")
                $0.redeem()
            },
            right: {
                $0.metadata(at: -10, ("authorization_response_iss_parameter_supported", true))
                $0.authorize(issuer: "https://id.example")
                $0.redeem()
            }),
    ]

    static let ofLeaks: [Example] = [
        Example(
            "token-in-url",
            breaking: {
                $0.signIn()
                $0.call(nil, at: 10, path: "/items?access_token=\(Script.secret("A1"))")
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 10, path: "/items?cursor=\(Script.secret("cursor"))")
            },
            undecided: { $0.call(nil, at: 10, path: "/map?access_token=\(Script.secret("app-key"))") }),
        Example(
            "bearer-to-other-origin",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 10, api: "https://tracker.example")
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 10)
                $0.call("A1", at: 11, path: "/userinfo", api: "https://id.example")
                $0.call(nil, at: 12, api: "https://tracker.example")
            },
            undecided: { $0.call("of another provider", at: 10, api: "https://other.example") }),
        Example(
            "bearer-along-redirect",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 10, .status(307, ["Location": "https://files.example/1"]))
                $0.call("A1", at: 11, path: "/1", api: "https://files.example")
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 10, .status(307, ["Location": "https://files.example/1"]))
                $0.call(nil, at: 11, path: "/1", api: "https://files.example")
            }),
        Example(
            "id-token-as-access-token",
            breaking: {
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                let token = Script.idToken("id of A1", subject: "alice")
                $0.send("GET", "\($0.api)/items", ["Authorization": "Bearer \(token)"], at: 10)
            },
            right: {
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.call("A1", at: 10)
            }),
        Example(
            "refresh-token-outside-token-endpoint",
            breaking: {
                $0.signIn()
                $0.call("R1", at: 10)
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                $0.revoke("R2", at: 3_600)
            },
            undecided: {
                $0.send("POST", "\($0.api)/renew", form: ["refresh_token": Script.secret("the app's own")], at: 10)
            }),
    ]
}
