import SessionHTTP

@testable import ClientObservation

extension Clause {
    private static let first = Caller(name: "app", process: 41)
    private static let second = Caller(name: "app", process: 42)

    static let ofRefresh: [Clause] = [
        .kept("refused-refresh-token-sent-again", "the first refresh with it is still under way") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, lasts: 1, .tokens("A2", "R2"))
            $0.refresh("R1", at: 3_500.1, lasts: 0.1, .error(400, "invalid_grant"))
            $0.refresh("R1", at: 3_500.3, lasts: 0.1, .error(400, "invalid_grant"))
        },
        .kept("spent-refresh-token-sent", "another refresh with it is still under way") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, lasts: 0.2, .tokens("A2", "R2"))
            $0.refresh("R1", at: 3_500.1, lasts: 1, .error(400, "invalid_grant"))
            $0.refresh("R1", at: 3_500.3, lasts: 0.1, .error(400, "invalid_grant"))
        },
        .broken("refresh-token-sent-twice-at-once", "the last of three is sent beside the second") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, lasts: 0.2, .tokens("A2", "R2"))
            $0.refresh("R1", at: 3_500.1, lasts: 1, .error(400, "invalid_grant"))
            $0.refresh("R1", at: 3_500.3, lasts: 0.1, .error(400, "invalid_grant"))
        },
        .kept("retry-after-ignored", "too many requests of another user") {
            $0.signIn()
            $0.authorize(at: 5, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 6, .tokens("B1", "Q1"))
            $0.call("A1", at: 10, .status(429, ["Retry-After": "30"]))
            $0.call("B1", at: 11)
        },
        .undecided("retry-after-ignored", "too many requests of a user who is not known") {
            $0.call(nil, at: 10, .status(429, ["Retry-After": "30"]))
            $0.call("A1", at: 11)
        },
        .broken("retry-after-ignored", "a server that is busy is so for all users") {
            $0.signIn()
            $0.call("A1", at: 10, .status(503, ["Retry-After": "30"]))
            $0.call("B1", at: 11)
        },
        .undecided("retry-after-ignored", "a call that had left when the answer came") {
            $0.signIn()
            $0.call("A1", at: 10, .status(429, ["Retry-After": "30"]))
            $0.call("A1", at: 10.14)
        },
        .broken("retry-after-ignored", "a third call, as soon as the second was answered") { script in
            script.signIn()
            for second in [10, 10.12, 10.24] { script.call("A1", at: second, .status(429, ["Retry-After": "30"])) }
        },
        .broken("retry-after-ignored", "a refresh token, as soon as it was answered") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, .status(429, ["Retry-After": "30"]))
            $0.refresh("R1", at: 3_500.12, .tokens("A2", "R2"))
        },
        .kept("refreshed-far-too-early", "each names another resource") {
            $0.signIn(.tokens("A1", "R1"), ["resource": "https://a.example/"])
            for number in 1...4 {
                $0.refresh(
                    "R\(number)", at: Double(number) * 10, with: ["resource": "https://\(number).example/"],
                    .tokens("A\(number + 1)", "R\(number + 1)"))
                $0.call("A\(number + 1)", at: Double(number) * 10 + 1)
            }
        },
        .kept("refreshed-far-too-early", "each names another audience") {
            $0.signIn(.tokens("A1", "R1"), ["audience": "https://a.example/"])
            for number in 1...4 {
                $0.refresh(
                    "R\(number)", at: Double(number) * 10, with: ["audience": "https://\(number).example/"],
                    .tokens("A\(number + 1)", "R\(number + 1)"))
            }
        },
        .broken("refreshed-far-too-early", "the same resource, written otherwise") {
            $0.signIn(.tokens("A1", "R1"), ["resource": "https://a.example/%7Emcp"])
            for number in 1...3 {
                $0.refresh(
                    "R\(number)", at: Double(number) * 10, with: ["resource": "https://A.example:443/~mcp"],
                    .tokens("A\(number + 1)", "R\(number + 1)"))
            }
        },
        .kept("refreshed-far-too-early", "they are not in a row") {
            $0.signIn()
            for (number, second) in [(1, 60.0), (2, 3_500), (3, 3_560), (4, 7_100), (5, 7_160)] {
                $0.refresh("R\(number)", at: second, .tokens("A\(number + 1)", "R\(number + 1)"))
            }
        },
        .kept("refreshed-far-too-early", "two processes each have an access token, by one refresh token that stays") {
            $0.signIn()
            for number in 1...4 {
                for (caller, name) in [(first, "A"), (second, "B")] {
                    $0.caller = caller
                    let second = Double(number) * 2_000 + (name == "A" ? 0 : 900)
                    $0.refresh("R1", at: second, .tokens("\(name)\(number + 1)", nil))
                    $0.call("\(name)\(number + 1)", at: second + 1_000)
                }
            }
        },
        .broken("refreshed-far-too-early", "each start of a program, which forgets what the last one had") {
            $0.signIn()
            for number in 1...3 {
                $0.caller = Caller(name: "app", process: Int32(100 + number))
                $0.refresh("R1", at: Double(number) * 60, .tokens("A\(number + 1)", nil))
                $0.call("A\(number + 1)", at: Double(number) * 60 + 1)
            }
        },
        .kept("credentials-dropped-after-failure", "the sign-in had begun when the answer came") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, lasts: 0.2, .status(503))
            $0.authorize(at: 3_500.12, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        .broken("credentials-dropped-after-failure", "the sign-in begins as soon as the answer has come") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, .status(503))
            $0.authorize(at: 3_500.12, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        .kept("credentials-dropped-after-failure", "the API had asked for another sign-in") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, .status(503))
            $0.call("A1", at: 3_501, Script.insufficient("write"))
            $0.authorize(
                at: 3_502, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read write")
        },
        .kept("credentials-dropped-after-failure", "the user was to sign in anew") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, .status(503))
            $0.authorize(at: 3_510, state: "S2", nonce: "N2", verifier: "V2", code: "C2", ["prompt": "login"])
        },
    ]

    static let ofRefreshedTokens: [Clause] = [
        .kept("successor-never-used", "a browser's preflight never has a token") { script in
            neglect(&script) { $0.send("OPTIONS", "https://api.example/items", at: $1, .status(401)) }
        },
        .kept("successor-never-used", "a call without a token that is answered") { script in
            neglect(&script) { $0.call(nil, at: $1) }
        },
        .undecided("successor-never-used", "a call that asks whether it needs a token") { script in
            neglect(&script) { if $1 < 3_520 { $0.call(nil, at: $1, Script.unauthorized) } }
        },
        .kept("successor-never-used", "a narrower token beside the one in use") {
            $0.authorize(scope: "openid read write offline_access")
            $0.redeem()
            $0.refresh("R1", at: 100, with: ["scope": "read"], .tokens("A2", "R2"))
            for second in [110.0, 111] { $0.call("A1", at: second) }
        },
        .broken("successor-never-used", "one that lacks nothing but offline_access") {
            $0.authorize(scope: "openid read offline_access")
            $0.redeem()
            $0.refresh("R1", at: 100, with: ["scope": "openid read"], .tokens("A2", "R2"))
            $0.call("A1", at: 110)
        },
        .kept("successor-never-used", "another process without a token") { script in
            neglect(&script) {
                $0.caller = second
                $0.call(nil, at: $1, Script.unauthorized)
            }
        },
        .broken("successor-never-used", "another process, which uses what this one is given") {
            $0.signIn()
            $0.call("A1", at: 100)
            $0.caller = second
            $0.call("A1", at: 101)
            $0.caller = first
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
            $0.caller = second
            for second in [3_510.0, 3_511] { $0.call(nil, at: second, Script.unauthorized) }
        },
        .kept("successor-never-used", "another process goes on with its own token") {
            $0.signIn()
            $0.caller = second
            $0.refresh("R1", at: 3_000, .tokens("B2", nil))
            $0.call("B2", at: 3_001)
            $0.caller = first
            $0.refresh("R1", at: 3_500, .tokens("A2", nil))
            $0.caller = second
            for second in [3_510.0, 3_511] { $0.call("B2", at: second) }
        },
        .kept("successor-never-used", "the new token is for another resource") {
            $0.signIn(.tokens("A1", "R1"), ["resource": "https://a.example/"])
            $0.refresh("R1", at: 10, with: ["resource": "https://b.example/"], .tokens("A2", "R2"))
            $0.call("A1", at: 20)
        },
        .kept("successor-never-used", "the new token is for another scope") {
            $0.signIn(.tokens("A1", "R1", scope: "openid read"))
            $0.refresh("R1", at: 10, with: ["scope": "openid api://b/.default"], .tokens("A2", "R2"))
            $0.call("A1", at: 20)
        },
        .broken("successor-never-used", "the old token is sent on and on") { script in
            neglect(&script) { $0.call("A1", at: $1) }
        },
        .broken("successor-never-used", "the user is asked again") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
            $0.authorize(at: 3_520, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        .undecided("successor-never-used", "another user of a server signs in") {
            $0.authentication = .basic
            $0.signIn()
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
            $0.authorize(at: 3_520, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        .kept("expired-token-sent", "there is no refresh token") {
            $0.signIn(.tokens("A1", nil))
            $0.call("A1", at: 3_700, Script.unauthorized)
        },
        .kept("scope-lost-at-refresh", "another scope, for another API") {
            $0.signIn(.tokens("A1", "R1", scope: "openid read"))
            $0.refresh("R1", at: 3_500, with: ["scope": "openid api://b/.default"], .tokens("A2", "R2"))
        },
        .undecided("scope-lost-at-refresh", "the token with all scopes is still good") {
            $0.signIn()
            $0.refresh("R1", at: 100, with: ["scope": "openid"], .tokens("A2", "R2"))
        },
        .broken("scope-lost-at-refresh", "an API has refused the token with all scopes") {
            $0.signIn()
            $0.call("A1", at: 90, Script.unauthorized)
            $0.refresh("R1", at: 100, with: ["scope": "openid"], .tokens("A2", "R2"))
        },
        .kept("scope-lost-at-refresh", "it asks for more") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, with: ["scope": "openid read write"], .tokens("A2", "R2"))
        },
        .kept("scope-lost-at-refresh", "it asks for all that was granted, which is more than was asked for") {
            $0.signIn(.tokens("A1", "R1", scope: "openid read write"))
            $0.refresh("R1", at: 3_500, with: ["scope": "openid read write"], .tokens("A2", "R2"))
        },
        .kept("two-lineages-of-one-session", "the other token was never used") {
            $0.signIn()
            $0.refresh("R1", at: 3_500, lasts: 0.5, .tokens("A2", "R2"))
            $0.refresh("R1", at: 3_500.1, lasts: 0.5, .tokens("A3", "R3"))
            $0.refresh("R3", at: 7_010, .tokens("A5", "R5"))
        },
    ]

    /// A session whose client has got new tokens and uses none of them.
    private static func neglect(_ script: inout Script, _ goOn: (inout Script, Double) -> Void) {
        script.signIn()
        script.call("A1", at: 100)
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        for second in [3_510.0, 3_520, 3_530] { goOn(&script, second) }
    }
}
