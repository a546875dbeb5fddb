import JOSE
import SessionHTTP

@testable import ClientObservation

extension Clause {
    static let ofRefusals: [Clause] = [
        .kept("rejected-token-sent-again", "calls that left before the refresh had ended") { script in
            script.signIn()
            for number in 0..<8 {
                let call = Double(number) * 0.02
                script.call("A1", at: 10 + call, lasts: 0.03, path: "/items/\(number)", Script.unauthorized)
                script.call("A2", at: 10.3 + call, path: "/items/\(number)")
            }
            script.refresh("R1", at: 10.04, lasts: 0.2, .tokens("A2", "R2"))
        },
        .kept("rejected-token-sent-again", "the same call, before the refresh had ended") { script in
            script.signIn()
            for number in 0..<8 { script.call("A1", at: 10 + Double(number) * 0.02, lasts: 0.01, Script.unauthorized) }
            script.refresh("R1", at: 10.02, lasts: 0.2, .tokens("A2", "R2"))
        },
        .kept("rejected-token-sent-again", "calls within 50 ms") { script in
            script.signIn()
            for number in 0..<5 {
                script.call(
                    "A1", at: 10 + Double(number) * 0.01, lasts: 0.015, path: "/items/\(number)", Script.unauthorized)
            }
        },
        .broken("rejected-token-sent-again", "one call after another, however fast") { script in
            script.signIn()
            for number in 0..<3 {
                script.call("A1", at: 10 + Double(number) * 0.003, lasts: 0.002, Script.unauthorized)
            }
        },
        .broken("rejected-token-sent-again", "several calls, after the refresh has ended") { script in
            script.signIn()
            script.call("A1", at: 10, Script.unauthorized)
            script.refresh("R1", at: 10.2, .tokens("A2", "R2"))
            for number in 0..<2 { script.call("A1", at: 11 + Double(number), path: "/\(number)", Script.unauthorized) }
        },
        .broken("rejected-token-sent-again", "a refresh that does not end is no excuse for long") { script in
            script.signIn()
            script.refresh("R1", at: 10.2, lasts: 60, .lost)
            for number in 0..<4 { script.call("A1", at: 10 + Double(number) * 2.2, Script.unauthorized) }
        },
        .kept("rejected-token-sent-again", "a client that counts whole seconds sees the end of the token late") {
            $0.signIn(.tokens("A1", "R1", expiresIn: 3))
            for second in [4.2, 4.5, 4.9] { $0.call("A1", at: second, lasts: 0.01, Script.unauthorized) }
            $0.refresh("R1", at: 5.05, .tokens("A2", "R2"))
        },
        .kept("rejected-token-sent-again", "calls of that second, before the refresh had ended") { script in
            script.signIn(.tokens("A1", "R1", expiresIn: 3))
            for number in 0..<5 { script.call("A1", at: 4.9 + Double(number) * 0.1, lasts: 0.01, Script.unauthorized) }
            script.refresh("R1", at: 4.95, lasts: 0.5, .tokens("A2", "R2"))
        },
        .kept("rejected-token-sent-again", "the refresh is to wait") { script in
            script.signIn()
            script.call("A1", at: 10, Script.unauthorized)
            script.refresh("R1", at: 10.2, .status(429, ["Retry-After": "3"]))
            for second in [10.8, 11.6, 12.4] { script.call("A1", at: second, Script.unauthorized) }
            script.refresh("R1", at: 13.5, .tokens("A2", "R2"))
        },
        .broken("rejected-token-sent-again", "and has waited long enough") { script in
            script.signIn()
            script.call("A1", at: 10, Script.unauthorized)
            script.refresh("R1", at: 10.2, .status(429, ["Retry-After": "3"]))
            for second in [14.0, 15, 16] { script.call("A1", at: second, Script.unauthorized) }
        },
        .broken("rejected-token-sent-again", "that second is over") { script in
            script.signIn(.tokens("A1", "R1", expiresIn: 3))
            for second in [4.2, 5.2, 5.9] { script.call("A1", at: second, lasts: 0.01, Script.unauthorized) }
        },
        .broken("rejected-token-sent-again", "its end was long ago when it was refused first") { script in
            script.signIn(.tokens("A1", "R1", expiresIn: 3))
            for second in [9.0, 9.2, 9.4] { script.call("A1", at: second, lasts: 0.01, Script.unauthorized) }
        },
        .undecided("client-refused", "a public client finds out whether its name goes by Basic") { script in
            script.authorize()
            script.redeem(Script.basic("app", ""), .error(401, "invalid_client"))
            script.redeem(at: 2)
        },
        .undecided("client-refused", "and once more when it was started again") { script in
            for one in 1...2 {
                let second = Double(one) * 10
                script.authorize(at: second, state: "S\(one)", nonce: "N\(one)", verifier: "V\(one)", code: "C\(one)")
                script.redeem(
                    Script.basic("app", ""), number: one, at: second + 1, .error(401, "invalid_client"))
                script.redeem("C\(one)", verifier: "V\(one)", at: second + 2, .tokens("A\(one)", "R\(one)"))
            }
        },
        .broken("client-refused", "it is refused in both ways") { script in
            script.authorize()
            script.redeem(Script.basic("app", ""), .error(401, "invalid_client"))
            script.redeem(at: 2, .error(401, "invalid_client"))
        },
        .kept("rejected-token-sent-again", "another API takes it") { script in
            script.signIn()
            script.call("A1", at: 10, Script.unauthorized)
            for second in [11.0, 12, 13] { script.call("A1", at: second, api: "https://other.example") }
        },
        .kept("rejected-token-sent-again", "once again, after a call to another API") { script in
            script.signIn()
            script.call("A1", at: 10, Script.unauthorized)
            script.call("A1", at: 11, api: "https://other.example")
            script.call("A1", at: 12, Script.unauthorized)
        },
        .kept("rejected-token-sent-again", "the server wants a nonce in the proof") { script in
            script.signIn()
            for second in [11.0, 12, 13] {
                script.provenCall("A1", id: "J\(second)", at: second, nonce: "N\(second)", Script.nonceDemand)
            }
        },
        .kept("step-up-answered-by-refresh", "the refresh has the claims of the challenge") {
            $0.signIn()
            $0.call("A1", at: 10, .status(401, ["WWW-Authenticate": "Bearer error=\"insufficient_claims\""]))
            $0.refresh("R1", at: 11, with: ["claims": "{}"], .tokens("A2", "R2"))
        },
        .undecided("step-up-answered-by-refresh", "the refresh asks for the scope of the challenge") {
            $0.signIn()
            $0.call("A1", at: 10, Script.insufficient("write"))
            $0.refresh("R1", at: 11, with: ["scope": "openid read write"], .tokens("A2", "R2"))
        },
        .kept("step-up-answered-by-refresh", "the refresh had left when the challenge came") {
            $0.signIn()
            $0.call("A1", at: 10, lasts: 0.2, Script.insufficient("write"))
            $0.refresh("R1", at: 10.13, .tokens("A2", "R2"))
        },
        .broken("step-up-answered-by-refresh", "as soon as the challenge has come") {
            $0.signIn()
            $0.call("A1", at: 10, Script.insufficient("write"))
            $0.refresh("R1", at: 10.13, .tokens("A2", "R2"))
        },
        .undecided("step-up-answered-by-refresh", "another API had refused the token") {
            $0.signIn()
            $0.call("A1", at: 9, api: "https://stock.example", Script.unauthorized)
            $0.call("A1", at: 10, Script.insufficient("write"))
            $0.refresh("R1", at: 11, .tokens("A2", "R2"))
        },
        .undecided("step-up-answered-by-refresh", "half of the token's lifetime is over") {
            $0.signIn()
            $0.call("A1", at: 2_000, Script.insufficient("write"))
            $0.refresh("R1", at: 2_001, .tokens("A2", "R2"))
        },
        .undecided("scope-dropped-at-step-up", "the sign-in had begun when the challenge came") {
            $0.signIn()
            $0.call("A1", at: 10, Script.insufficient("write"))
            $0.authorize(at: 10.13, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "write")
        },
        .kept("scope-dropped-at-step-up", "nothing was asked for") {
            $0.signIn()
            $0.call("A1", at: 10)
            $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "write")
        },
        .kept("sign-in-although-refreshable", "several sessions, of which any may be meant") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.authorize(at: 10, state: "S3", nonce: "N3", verifier: "V3", code: "C3")
            $0.redeem("C3", verifier: "V3", at: 11, .tokens("A3", "R3", id: "bob"))
            $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("sign-in-although-refreshable", "the users are not known") {
            $0.signIn()
            $0.call("A1", at: 10)
            $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2"))
        },
        .kept("sign-in-although-refreshable", "a refresh had failed, which another rule tells of") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.refresh("R1", at: 3_600, .status(503))
            $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("sign-in-although-refreshable", "nobody had used the tokens, which may have been refused") {
            $0.signIn(.tokens("A0", "R0", id: "alice"))
            $0.call("A0", at: 2)
            $0.refresh("R0", at: 3, .tokens("A1", "R1", id: "bob"))
            $0.authorize(at: 10, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 11, .tokens("A2", "R2", id: "alice"))
            $0.call("A2", at: 12)
        },
        .undecided("sign-in-although-refreshable", "the tokens had just come, and to another process") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.authorize(at: 1.12, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.call("A1", at: 1.3)
            $0.redeem("C2", verifier: "V2", at: 2, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("sign-in-although-refreshable", "the token was used first while the user signed in") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.authorize(at: 10, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.call("A1", at: 11)
            $0.redeem("C2", verifier: "V2", at: 12, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("sign-in-although-refreshable", "what the session may do is not known") {
            $0.refresh("R0", at: 1, .tokens("A1", "R1", id: "alice"))
            $0.call("A1", at: 2)
            $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("sign-in-although-refreshable", "what its tokens are for is not known") {
            $0.refresh("R0", at: 1, .tokens("A1", "R1", id: "alice", scope: "openid read"))
            $0.call("A1", at: 2)
            $0.authorize(
                at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2", ["resource": "https://api.example"])
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .kept("sign-in-although-refreshable", "it is for another API") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.call("A1", at: 10)
            $0.authorize(
                at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2", ["resource": "https://stock.example"])
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .broken("sign-in-although-refreshable", "what asks for the refresh token itself is no wider scope") {
            $0.signIn(.tokens("A1", "R1", id: "alice", scope: "openid read"))
            $0.call("A1", at: 10)
            $0.authorize(
                at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read offline_access")
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .broken("sign-in-although-refreshable", "a refresh had failed long ago") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            $0.refresh("R1", at: 3_000, .status(503))
            $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
        },
        .undecided("nonce-demand-ignored", "the proof had left when the demand came") {
            $0.provenCall("A1", id: "J1", at: 1, Script.nonceDemand)
            $0.provenCall("A1", id: "J2", at: 1.12)
        },
        .broken("nonce-demand-ignored", "the third of the same call knows of it, however fast") {
            for number in 0..<3 {
                $0.provenCall("A1", id: "J\(number)", at: 1 + Double(number) * 0.11, Script.nonceDemand)
            }
        },
        .kept("nonce-demand-ignored", "the nonce from before the demand, once the demand was met") {
            $0.provenCall("A1", id: "J1", at: 1, nonce: "old", Script.nonceDemand)
            $0.provenCall("A1", id: "J2", at: 2, nonce: "server nonce")
            $0.provenCall("A1", id: "J3", at: 3, nonce: "old", Script.nonceDemand)
        },
        .broken("nonce-demand-ignored", "the nonce from before the demand") {
            $0.provenCall("A1", id: "J1", at: 1, nonce: "old", Script.nonceDemand)
            $0.provenCall("A1", id: "J2", at: 2, nonce: "old", Script.nonceDemand)
        },
        .undecided("token-used-after-sign-out", "a call that had left when the answer came") {
            $0.signIn()
            $0.revoke("R1", at: 10)
            $0.call("A1", at: 10.115)
        },
    ]

    static let ofSignIn: [Clause] = [
        .kept("code-redeemed-twice", "the client was refused, by a status alone") {
            $0.authorize()
            $0.redeem(.status(401))
            $0.redeem(at: 2)
        },
        .kept("code-redeemed-twice", "the client was refused") {
            $0.authorize()
            $0.redeem(.error(401, "invalid_client"))
            $0.redeem(at: 2)
        },
        .broken("code-redeemed-twice", "the code was refused") {
            $0.authorize()
            $0.redeem(.error(400, "invalid_grant"))
            $0.redeem(at: 2)
        },
        .kept("redirect-uri-differs", "the same URL, written otherwise") {
            $0.authorize()
            $0.redeem(redirectURI: "HTTP://127.0.0.1:9/%63b")
        },
        .kept("other-issuer-accepted", "the same URL, written otherwise") {
            $0.metadata()
            $0.authorize(issuer: "https://ID.example:443/")
            $0.redeem()
        },
        .broken("other-issuer-accepted", "none is named, although the metadata say that one is") {
            $0.metadata(at: -10, ("authorization_response_iss_parameter_supported", true))
            $0.authorize()
            $0.redeem()
        },
        .kept("proof-for-other-target", "the same URL, with other escapes") {
            $0.provenCall("A1", id: "J1", at: 1, target: "https://api.example/%69tems")
        },
    ]

    static let ofLeaks: [Clause] = [
        .kept("bearer-to-other-origin", "userinfo, where the metadata place it") {
            $0.metadata(at: -10, ("userinfo_endpoint", "https://claims.example/v1/userinfo"))
            $0.signIn()
            $0.call("A1", at: 10, path: "/v1/userinfo", api: "https://claims.example")
        },
        .undecided("bearer-to-other-origin", "what may be userinfo, without metadata") {
            $0.signIn()
            $0.call("A1", at: 10, path: "/v1/userinfo", api: "https://claims.example")
        },
        .broken("bearer-to-other-origin", "the same host at another port") {
            $0.signIn()
            $0.call("A1", at: 10, api: "https://api.example:8443")
        },
        .kept("bearer-along-redirect", "the same host at another port") {
            $0.signIn()
            $0.call("A1", at: 10, .status(307, ["Location": "https://api.example:8443/1"]))
            $0.call("A1", at: 11, path: "/1", api: "https://api.example:8443")
        },
        .kept("bearer-along-redirect", "hours later") {
            $0.signIn()
            $0.call("A1", at: 10, .status(307, ["Location": "https://files.example/1"]))
            $0.call("A1", at: 3_000, path: "/1", api: "https://files.example")
        },
        .undecided("id-token-as-access-token", "Kubernetes takes ID tokens") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            let token = Script.idToken("id of A1", subject: "alice")
            $0.send(
                "GET", "https://k8s.example:6443/api/v1/namespaces/default/pods", ["Authorization": "Bearer \(token)"],
                at: 10)
        },
        .broken("id-token-as-access-token", "an API whose paths look like it") {
            $0.signIn(.tokens("A1", "R1", id: "alice"))
            let token = Script.idToken("id of A1", subject: "alice")
            $0.send("GET", "https://api.example/api/v1/orders", ["Authorization": "Bearer \(token)"], at: 10)
        },
        .kept("refresh-token-outside-token-endpoint", "the provider's own way to sign out") {
            $0.signIn()
            $0.send("POST", "\($0.provider)/realms/r/logout", form: ["refresh_token": Script.secret("R1")], at: 10)
        },
        .broken("refresh-token-outside-token-endpoint", "an API's way to sign out") {
            $0.signIn()
            $0.send("POST", "\($0.api)/logout", form: ["refresh_token": Script.secret("R1")], at: 10)
        },
        .broken("refresh-token-outside-token-endpoint", "in JSON, to an API") {
            $0.signIn()
            $0.sendJSON("\($0.api)/renew", ["refresh_token": .string(Script.secret("R1"))], at: 10)
        },
    ]
}
