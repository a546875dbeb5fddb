import JOSE
import SessionHTTP

@testable import ClientObservation

extension Example {
    static let ofRefusedRequests: [Example] = [
        Example(
            "client-refused",
            breaking: {
                $0.authentication = .basic
                for number in 1...2 { $0.refusedSignIn(number, .error(401, "invalid_client")) }
            },
            // The provider fails, which is not about the client.
            right: {
                $0.authentication = .basic
                $0.refusedSignIn(1, .error(503, "invalid_client"))
                $0.refusedSignIn(2, .tokens("A2", "R2"))
            },
            // The client finds out which way is registered for it.
            undecided: {
                $0.authentication = .basic
                $0.authorize()
                $0.redeem(.error(401, "invalid_client"))
                $0.authentication = .post
                $0.redeem(at: 2)
            }),
        Example(
            "client-authentication-not-registered",
            breaking: {
                $0.register(["token_endpoint_auth_method": "client_secret_post"])
                $0.authentication = .basic
                $0.authorize()
                $0.redeem(.error(401, "invalid_client"))
            },
            right: {
                $0.register(["token_endpoint_auth_method": "client_secret_post"])
                $0.authentication = .post
                $0.signIn()
            }),
        Example(
            "redirect-uri-not-registered",
            breaking: {
                $0.register(["redirect_uris": ["http://127.0.0.1/callback"]])
                $0.authorize()
                $0.answerLast(400, [:], "")
            },
            right: {
                $0.register(["redirect_uris": ["http://127.0.0.1:33/cb"], "token_endpoint_auth_method": "none"])
                $0.signIn()
            }),
        Example(
            "basic-not-form-encoded",
            breaking: {
                $0.redeem(Script.basic("app", "s+cret /1"), .error(401, "invalid_client"))
            },
            right: {
                $0.redeem(Script.basic("app", "s%2Bcret+%2F1"), .error(401, "invalid_client"))
            }),
        Example(
            "code-refused",
            breaking: {
                $0.authorize()
                $0.redeem(at: 700, .error(400, "invalid_grant"))
            },
            right: {
                $0.authorize()
                $0.redeem(.error(400, "use_dpop_nonce"))
                $0.redeem(at: 2)
            }),
        Example(
            "grant-without-its-parameter",
            breaking: {
                $0.tokenRequest(["grant_type": "authorization_code"], at: 1, .error(400, "invalid_request"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
                $0.tokenRequest(["grant_type": "client_credentials"], at: 3_600, .tokens("A3", nil))
            }),
        Example(
            "scope-refused",
            breaking: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, with: ["scope": "openid read admin"], .error(400, "invalid_scope"))
            },
            right: {
                $0.signIn()
                $0.refresh("R1", at: 3_500, with: ["scope": "openid read"], .tokens("A2", "R2"))
            }),
        Example(
            "grant-refused",
            breaking: {
                $0.metadata(("grant_types_supported", ["authorization_code"]))
                $0.tokenRequest(["grant_type": "client_credentials"], at: 1, .error(400, "unauthorized_client"))
            },
            right: {
                $0.deviceSignIn()
                $0.poll(at: 5, .error(400, "authorization_pending"))
                $0.poll(at: 10.1, .error(400, "access_denied"))
            }),
        Example(
            "sign-in-refused",
            breaking: {
                $0.authorize()
                $0.answerLast(400, ["Content-Type": "text/html"], "<html>redirect_uri</html>")
            },
            // The user said no.
            right: {
                $0.authorize()
                $0.answerLast(302, ["Location": "http://127.0.0.1:9/cb?error=access_denied&state=S1"], "")
            }),
        Example(
            "refused-request-repeated",
            breaking: {
                for number in 1...3 {
                    $0.tokenRequest(
                        ["grant_type": "client_credentials", "scope": "x"], at: Double(number) * 60,
                        .error(400, "invalid_scope"))
                }
            },
            // What passes by itself, and what was changed.
            right: {
                for second in [60.0, 120, 180] {
                    $0.tokenRequest(["grant_type": "client_credentials"], at: second, .error(400, "server_error"))
                }
                for scope in ["x", "y", "z"] {
                    $0.tokenRequest(
                        ["grant_type": "client_credentials", "scope": scope], at: 200, .error(400, "invalid_scope"))
                }
            }),
        Example(
            "refresh-does-not-help",
            breaking: {
                $0.signIn()
                for number in 1...3 {
                    let second = Double(number) * 10
                    $0.call("A\(number)", at: second, Script.unauthorized)
                    if number < 3 {
                        $0.refresh("R\(number)", at: second + 1, .tokens("A\(number + 1)", "R\(number + 1)"))
                    }
                }
            },
            // Each token was good for a while.
            right: {
                $0.signIn()
                for number in 1...4 {
                    let second = Double(number) * 100
                    $0.call("A\(number)", at: second)
                    $0.call("A\(number)", at: second + 50, Script.unauthorized)
                    $0.refresh("R\(number)", at: second + 51, .tokens("A\(number + 1)", "R\(number + 1)"))
                }
            }),
    ]

    static let ofShapes: [Example] = [
        Example(
            "token-request-in-other-shape",
            breaking: {
                $0.exchange(
                    "POST", "https://id.example/token", ["Content-Type": "application/json"],
                    body: "{\"grant_type\":\"client_credentials\",\"client_id\":\"app\"}", at: 1,
                    answer: Script.json("A1"))
            },
            right: { $0.signIn() }),
        Example(
            "token-traffic-unread",
            breaking: {
                $0.exchange(
                    "POST", "https://id.example/token", ["Content-Type": "multipart/form-data; boundary=x"],
                    body: "--x\r\n\r\n", at: 1, 400)
            },
            right: {
                $0.signIn()
                $0.exchange(
                    "POST", "https://api.example/tokens", ["Content-Type": "multipart/form-data; boundary=x"],
                    body: "--x\r\n\r\n", at: 3)
            }),
        Example(
            "token-traffic-masked",
            breaking: { $0.send("GET", "https://api.example/items", ["Authorization": "Bearer [REDACTED]"], at: 1) },
            right: { $0.signIn() }),
    ]
}

extension Script {
    /// A registration of the client, whose answer has these members.
    fileprivate mutating func register(_ members: JSONObject) {
        var answer = members
        answer["client_id"] = .string(client)
        exchange(
            "POST", "\(provider)/register", ["Content-Type": "application/json"],
            body: "{\"redirect_uris\":[\"http://127.0.0.1/callback\"]}", at: -1, 201,
            answer: JSONValue.object(answer).serialized())
    }

    /// A code that is redeemed with these fields.
    mutating func redeem(_ fields: HTTPHeaders, number: Int = 1, at second: Double = 1, _ reply: Reply) {
        send(
            "POST", "\(provider)/token", fields,
            form: [
                "grant_type": "authorization_code", "code": Self.secret("C\(number)"),
                "code_verifier": Self.secret("V\(number)"),
            ],
            at: second, reply)
    }

    /// A sign-in with secrets of its own, whose token request is answered so.
    fileprivate mutating func refusedSignIn(_ number: Int, _ reply: Reply) {
        let second = Double(number) * 60
        authorize(
            at: second, state: "S\(number)", nonce: "N\(number)", verifier: "V\(number)", code: "C\(number)")
        redeem("C\(number)", verifier: "V\(number)", at: second + 1, reply)
    }
}
