import JOSE
import SessionHTTP

@testable import ClientObservation

extension Example {
    static let ofProofs: [Example] = [
        Example(
            "proof-used-twice",
            breaking: { for second in [1.0, 2] { $0.provenCall("A1", id: "J1", at: second) } },
            right: { for second in [1.0, 2] { $0.provenCall("A1", id: "J\(second)", at: second) } }),
        Example(
            "proof-for-other-method",
            breaking: { $0.provenCall("A1", id: "J1", at: 1, method: "POST") },
            right: { $0.provenCall("A1", id: "J1", at: 1) }),
        Example(
            "proof-for-other-target",
            breaking: { $0.provenCall("A1", id: "J1", at: 1, target: "https://api.example/orders") },
            right: { $0.provenCall("A1", id: "J1", at: 1, target: "https://API.example:443/items") }),
        Example(
            "proof-for-other-token",
            breaking: { $0.provenCall("A1", id: "J1", at: 1, hashOf: "A0") },
            right: { $0.provenCall("A1", id: "J1", at: 1) }),
        Example(
            "nonce-demand-ignored",
            breaking: {
                $0.provenCall("A1", id: "J1", at: 1, Script.nonceDemand)
                $0.provenCall("A1", id: "J2", at: 2, Script.nonceDemand)
            },
            right: {
                $0.provenCall("A1", id: "J1", at: 1, Script.nonceDemand)
                $0.provenCall("A1", id: "J2", at: 2, nonce: "server nonce")
            }),
        Example(
            "device-polls-too-fast",
            breaking: {
                $0.deviceSignIn()
                $0.poll(at: 5, .error(400, "authorization_pending"))
                $0.poll(at: 10, .error(400, "slow_down"))
                $0.poll(at: 15, .tokens("A1", "R1"))
            },
            right: {
                $0.deviceSignIn()
                $0.poll(at: 5, .error(400, "authorization_pending"))
                $0.poll(at: 10, .error(400, "slow_down"))
                $0.poll(at: 20, .tokens("A1", "R1"))
            },
            undecided: {
                $0.poll(at: 5, .error(400, "authorization_pending"))
                $0.poll(at: 7, .error(400, "authorization_pending"))
            }),
    ]

    static let ofEnd: [Example] = [
        Example(
            "token-used-after-sign-out",
            breaking: {
                $0.signIn()
                $0.revoke("R1", at: 10)
                $0.call("A1", at: 20)
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 9, lasts: 3)
                $0.revoke("R1", at: 10)
            }),
        Example(
            "refresh-token-never-revoked",
            breaking: {
                $0.metadata()
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.endSession(at: 10)
            },
            right: {
                $0.metadata()
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.revoke("R1", at: 9)
                $0.endSession(at: 10)
            },
            undecided: {
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.endSession(at: 10)
            }),
    ]

    static let ofServer: [Example] = [
        Example(
            "tokens-may-be-stored",
            breaking: { $0.signIn(.tokens("A1", "R1", fields: ["Cache-Control": "private"])) },
            right: { $0.signIn(.tokens("A1", "R1", fields: ["Cache-Control": "private, no-store"])) }),
        Example(
            "challenge-missing",
            breaking: { $0.call("A1", at: 1, .status(401)) },
            right: { $0.call("A1", at: 1, Script.unauthorized) }),
        Example(
            "refresh-token-not-rotated",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", nil))
            },
            right: {
                $0.authentication = .basic
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", nil))
            }),
        Example(
            "spent-refresh-token-accepted",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                $0.refresh("R1", at: 7_000, .tokens("A3", "R3"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                $0.refresh("R2", at: 7_000, .tokens("A3", "R3"))
            }),
        Example(
            "clocks-differ",
            breaking: {
                $0.signIn(
                    .tokens("A1", "R1", fields: ["Date": "Fri, 15 Jan 2027 08:01:00 GMT", "Cache-Control": "no-store"]))
            },
            right: {
                $0.signIn(
                    .tokens("A1", "R1", fields: ["Date": "Fri, 15 Jan 2027 08:00:01 GMT", "Cache-Control": "no-store"]))
            }),
        Example(
            "lifetime-missing",
            breaking: { $0.signIn(.tokens("A1", "R1", expiresIn: nil)) },
            right: { $0.signIn() }),
    ]
}

extension Script {
    mutating func deviceSignIn(at second: Double = 0) {
        send(
            "POST", "\(provider)/device", form: ["client_id": client, "scope": "read"], at: second,
            .json(["device_code": .string(Self.secret("D1")), "user_code": "ABCD", "interval": 5]))
    }

    mutating func poll(at second: Double, _ reply: Reply) {
        tokenRequest(
            ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": Self.secret("D1")],
            at: second, reply)
    }

    /// With the ID token that came beside an access token.
    mutating func endSession(at second: Double, beside access: String = "A1") {
        let query: FormParameters = ["id_token_hint": Self.idToken("id of \(access)", subject: "alice")]
        send("GET", "\(provider)/logout?\(query.query)", at: second, .status(302, ["Location": "http://127.0.0.1:9/"]))
    }
}
