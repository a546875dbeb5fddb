import FoundationEssentials
import JOSE
import SessionHTTP

@testable import ClientObservation

extension Script {
    /// A pushed authorization request, whose answer has the request_uri U1.
    mutating func push(at second: Double = 0) {
        send(
            "POST", "\(provider)/par",
            form: [
                "response_type": "code", "client_id": client, "state": Self.secret("S1"),
                "code_challenge": Self.challenge(of: "V1"), "code_challenge_method": "S256",
            ], at: second, .json(["request_uri": .string(Self.secret("U1")), "expires_in": 60]))
    }

    mutating func authorizePushed(at second: Double) {
        let query: FormParameters = ["client_id": client, "request_uri": Self.secret("U1")]
        let answer: FormParameters = ["state": Self.secret("S1"), "code": Self.secret("C1")]
        send(
            "GET", "\(provider)/authorize?\(query.query)", at: second,
            .status(302, ["Location": "http://127.0.0.1:9/cb?\(answer.query)"]))
    }

    mutating func resourceMetadata(of issuer: String? = nil) {
        send(
            "GET", "\(api)/.well-known/oauth-protected-resource/mcp", at: -5,
            .json(["resource": "https://api.example/mcp", "authorization_servers": [.string(issuer ?? provider)]]))
    }

    mutating func boundSignIn() {
        authorize()
        redeem(
            .json([
                "access_token": .string(Self.secret("A1")), "refresh_token": .string(Self.secret("R1")),
                "token_type": "DPoP", "expires_in": 3_600,
            ]))
    }

    /// A token request with an assertion whose claims are those of a right one, but for those that are given.
    mutating func assert(_ claims: [String: JSONValue] = [:], at second: Double = 1) {
        var object: JSONObject = [
            "iss": "app", "sub": "app", "aud": .string("\(provider)/token"), "jti": .string(Self.secret("J0")),
            "iat": 1_800_000_000, "exp": 1_800_000_060,
        ]
        for (name, value) in claims { object[name] = value }
        let parts = ["{\"alg\":\"ES256\"}", JSONValue.object(object).serialized()]
        let assertion = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + ".AAAA"
        tokenRequest(
            [
                "grant_type": "client_credentials", "client_assertion": assertion,
                "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            ], at: second, .tokens("A\(second)", nil))
    }

    mutating func callByReadableToken(_ audience: String, to origin: String) {
        let claims: JSONValue = ["aud": .string(audience), "jti": .string(Self.secret("a readable token"))]
        let parts = ["{\"alg\":\"ES256\",\"typ\":\"at+jwt\"}", claims.serialized()]
        let token = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + ".AAAA"
        signIn(.json(["access_token": .string(token), "token_type": "Bearer", "expires_in": 3_600]))
        send("GET", "\(origin)/items", ["Authorization": "Bearer \(token)"], at: 10)
    }

    mutating func order(at second: Double, _ reply: Reply, _ fields: HTTPHeaders = [:]) {
        sendJSON("\(api)/orders", ["pieces": 1], at: second, reply)
        for field in fields { messages[messages.count - 1].request.headers[field.name] = field.value }
    }

    /// A sign-in each time the access token has ended.
    mutating func signInAgain(subjects: [String?], refreshing: Bool = false) {
        for (index, subject) in subjects.enumerated() {
            let (number, second) = (index + 1, Double(index) * 4_000)
            authorize(
                at: second, state: "S\(number)", nonce: "N\(number)", verifier: "V\(number)", code: "C\(number)")
            redeem(
                "C\(number)", verifier: "V\(number)", at: second + 1,
                .tokens("A\(number)", "R\(number)", id: subject))
            call("A\(number)", at: second + 2)
            if refreshing { refresh("R\(number)", at: second + 3_500, .tokens("B\(number)", "Q\(number)")) }
        }
    }

    mutating func register(at second: Double) {
        if messages.isEmpty { metadata(at: -10, ("registration_endpoint", "https://id.example/register")) }
        sendJSON(
            "\(provider)/register", ["redirect_uris": ["http://127.0.0.1/cb"]], at: second,
            .json(["client_id": .string("client \(second)")]))
    }

    /// Four tokens of the client's own, each used once.
    mutating func ownTokens(every seconds: Double) {
        authentication = .basic
        for number in 0..<4 {
            let second = Double(number) * seconds
            tokenRequest(["grant_type": "client_credentials"], at: second, .tokens("A\(number)", nil))
            call("A\(number)", at: second + 1)
        }
    }

    mutating func readKeys(at second: Double) {
        if messages.isEmpty { metadata(at: -10, ("jwks_uri", "https://id.example/keys")) }
        send("GET", "\(provider)/keys", at: second, .json(["keys": []]))
    }
}

extension Script.Reply {
    /// The tokens A1 and R1, of which the second ends after half an hour.
    static let expiring = Script.Reply.json([
        "access_token": .string(Script.secret("A1")), "refresh_token": .string(Script.secret("R1")),
        "expires_in": 600, "refresh_expires_in": 1_800, "token_type": "Bearer",
    ])
}
