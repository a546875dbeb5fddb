import SessionHTTP

@testable import ClientObservation

extension Example {
    static let ofRefresh: [Example] = [
        Example(
            "refresh-token-sent-twice-at-once",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, lasts: 0.5, .tokens("A2", "R2"))
                $0.caller = Caller(name: "app", process: 42)
                $0.refresh("R1", at: 3_500.14, lasts: 0.2, .error(400, "invalid_grant"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, lasts: 0.5, .tokens("A2", "R2"))
                $0.caller = Caller(name: "app", process: 42)
                $0.refresh("R2", at: 7_000, .tokens("A3", "R3"))
            },
            undecided: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, lasts: 0.5, .lost)
                $0.refresh("R1", at: 3_500.14, lasts: 0.5, .status(503))
            }),
        Example(
            "parallel-refreshes",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, lasts: 0.5, .tokens("A2", nil))
                $0.refresh("R1", at: 3_500.1, lasts: 0.5, .tokens("A3", "R1"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", nil))
                $0.refresh("R1", at: 7_000, .tokens("A3", "R1"))
            }),
        Example(
            "spent-refresh-token-sent",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                $0.refresh("R1", at: 7_000, .error(400, "invalid_grant"))
            },
            // The answer with the successor is lost: the client has nothing else to send.
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, lasts: 10, .lost)
                $0.refresh("R1", at: 3_511, .tokens("A2", "R2"))
            }),
        Example(
            "refused-refresh-token-sent-again",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .error(400, "invalid_grant"))
                $0.refresh("R1", at: 3_530, .error(400, "invalid_grant"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .error(400, "temporarily_unavailable"))
                $0.refresh("R1", at: 3_530, .error(400, "invalid_grant"))
                $0.authorize(at: 3_540, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            }),
        Example(
            "credentials-dropped-after-failure",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .status(503))
                $0.authorize(at: 3_510, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .status(503))
                $0.refresh("R1", at: 3_530, .tokens("A2", "R2"))
                $0.call("A2", at: 3_531)
            },
            // Another user of the same server may be the one who signs in.
            undecided: {
                $0.authentication = .basic
                $0.signIn()
                $0.refresh("R1", at: 3_500, .status(503))
                $0.authorize(at: 3_510, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            }),
        Example(
            "retry-after-ignored",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .status(429, ["Retry-After": "30"]))
                $0.refresh("R1", at: 3_510, .tokens("A2", "R2"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .status(429, ["Retry-After": "30"]))
                $0.refresh("R1", at: 3_530.1, .tokens("A2", "R2"))
            }),
        Example(
            "refreshed-far-too-early",
            breaking: {
                $0.signIn()
                for number in 1...3 {
                    let second = Double(number) * 60
                    $0.refresh("R\(number)", at: second, .tokens("A\(number + 1)", "R\(number + 1)"))
                    $0.call("A\(number + 1)", at: second + 1)
                }
            },
            // The API had refused each of the tokens.
            right: {
                $0.signIn()
                for number in 1...3 {
                    let second = Double(number) * 60
                    $0.call("A\(number)", at: second - 1, Script.unauthorized)
                    $0.refresh("R\(number)", at: second, .tokens("A\(number + 1)", "R\(number + 1)"))
                    $0.call("A\(number + 1)", at: second + 1)
                }
            }),
    ]

    static let ofRefreshedTokens: [Example] = [
        Example(
            "successor-never-used",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 100)
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                for second in [3_510.0, 3_511] {
                    $0.call(nil, at: second, .status(401, ["WWW-Authenticate": "Bearer"]))
                }
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 100)
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                // Sent while the new tokens were on their way.
                $0.call("A1", at: 3_500.5)
                $0.call("A2", at: 3_510)
                $0.call(nil, at: 3_511, path: "/public")
            }),
        Example(
            "expired-token-sent",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 3_700, Script.unauthorized)
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 3_590)
                $0.refresh("R1", at: 3_650, .tokens("A2", nil))
                $0.call("A2", at: 3_700)
            }),
        Example(
            "resource-lost-at-refresh",
            breaking: {
                $0.signIn(.tokens("A1", "R1"), ["resource": "https://api.example/mcp"])
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
            },
            right: {
                $0.signIn(.tokens("A1", "R1"), ["resource": "https://api.example/mcp"])
                $0.refresh("R1", at: 3_500, with: ["resource": "https://api.example/mcp"], .tokens("A2", "R2"))
            }),
        Example(
            "scope-lost-at-refresh",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, with: ["scope": "openid"], .tokens("A2", "R2"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, with: ["scope": "read openid"], .tokens("A2", "R2"))
                $0.refresh("R2", at: 7_000, .tokens("A3", "R3"))
            }),
        Example(
            "two-lineages-of-one-session",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, lasts: 0.5, .tokens("A2", "R2"))
                $0.refresh("R1", at: 3_500.1, lasts: 0.5, .tokens("A3", "R3"))
                $0.refresh("R2", at: 7_000, .tokens("A4", "R4"))
                $0.refresh("R3", at: 7_010, .tokens("A5", "R5"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                $0.refresh("R2", at: 7_000, .tokens("A4", "R4"))
                $0.refresh("R4", at: 10_500, .tokens("A5", "R5"))
            }),
    ]

    static let ofRefusals: [Example] = [
        Example(
            "rejected-token-sent-again",
            breaking: {
                $0.signIn()
                for second in [10.0, 11, 12] { $0.call("A1", at: second, Script.unauthorized) }
            },
            // Three were under way at once; then one repetition, and a refresh.
            right: {
                $0.signIn()
                for second in [10.0, 10.1, 10.2] { $0.call("A1", at: second, lasts: 1, Script.unauthorized) }
                $0.call("A1", at: 12, Script.unauthorized)
                $0.refresh("R1", at: 13, .tokens("A2", "R2"))
                for second in [14.0, 15, 16] { $0.call("A2", at: second) }
            }),
        Example(
            "step-up-answered-by-refresh",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 10, Script.insufficient("write"))
                $0.refresh("R1", at: 11, .tokens("A2", "R2"))
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 10, Script.insufficient("write"))
                $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read write")
                $0.redeem("C2", verifier: "V2", at: 12, .tokens("A2", "R2"))
                $0.refresh("R2", at: 3_500, .tokens("A3", "R3"))
            },
            undecided: {
                $0.signIn()
                $0.call("A1", at: 3_580, Script.insufficient("write"))
                $0.refresh("R1", at: 3_581, .tokens("A2", "R2"))
            }),
        Example(
            "scope-dropped-at-step-up",
            breaking: {
                $0.signIn()
                $0.call("A1", at: 10, Script.insufficient("write"))
                $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "write")
            },
            right: {
                $0.signIn()
                $0.call("A1", at: 10, Script.insufficient("write"))
                $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "write read openid")
            }),
        Example(
            "sign-in-although-refreshable",
            breaking: {
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.call("A1", at: 10)
                $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
            },
            // Another user.
            right: {
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.call("A1", at: 10)
                $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "bob"))
            },
            undecided: {
                $0.authentication = .basic
                $0.signIn(.tokens("A1", "R1", id: "alice"))
                $0.call("A1", at: 10)
                $0.authorize(at: 3_700, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
                $0.redeem("C2", verifier: "V2", at: 3_701, .tokens("A2", "R2", id: "alice"))
            }),
    ]
}
