import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP

@testable import ClientObservation

/// What a client and its servers send each other, as a test writes it down: names stand for secrets, seconds for times.
struct Script {
    /// What the texts of all secrets have in common.
    static let canary = "cAnArY7"
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    var messages: [ObservedMessage] = []
    var caller: Caller? = Caller(name: "app", process: 41)
    /// How the client shows who it is.
    var authentication = Authentication.none
    var client = "app"
    var provider = "https://id.example"
    var api = "https://api.example"

    enum Authentication { case none, basic, post, both }

    enum Reply {
        case tokens(
            String?, String?, expiresIn: Int? = 3_600, id: String? = nil, scope: String? = nil,
            fields: HTTPHeaders = [:])
        case error(Int, String)
        case status(Int, HTTPHeaders = [:])
        case json(JSONValue)
        case lost
    }

    /// The text of a secret by its name.
    static func secret(_ name: String) -> String { "\(canary).\(name).q8Zt5Lw2Xc9Vb4Nm7Kp1Rr3Ss6Tt0UuYy" }

    static func challenge(of verifier: String) -> String {
        Base64URL.encode(Digest.sha256.hash(Array(secret(verifier).utf8)))
    }

    /// An ID token that nobody has signed.
    static func idToken(_ name: String, subject: String, issuer: String = "https://id.example") -> String {
        let header = Base64URL.encode(Array("{\"alg\":\"RS256\"}".utf8))
        let claims: JSONValue = ["iss": .string(issuer), "sub": .string(subject), "jti": .string(secret(name))]
        return "\(header).\(Base64URL.encode(Array(claims.serialized().utf8))).\(canary)AAAA"
    }

    // MARK: - Any message

    mutating func send(
        _ method: String = "GET", _ url: String, _ fields: HTTPHeaders = [:], form: FormParameters? = nil,
        at second: Double, lasts: Double = 0.1, _ reply: Reply = .status(200)
    ) {
        guard let url = URL(string: url) else { return }
        var request = ObservedRequest(
            method: method, url: url, headers: fields, begin: Self.start + second, caller: caller)
        if let form {
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = Array(form.encoded.utf8)
        }
        let end = Self.start + second + lasts
        messages.append(ObservedMessage(request, Self.outcome(reply, end: end), end: end))
    }

    mutating func sendJSON(_ url: String, _ body: JSONValue, at second: Double, _ reply: Reply = .status(200)) {
        send("POST", url, ["Content-Type": "application/json"], at: second, reply)
        messages[messages.count - 1].request.body = Array(body.serialized().utf8)
    }

    private static func outcome(_ reply: Reply, end: Date) -> ObservedOutcome {
        switch reply {
        case .tokens(let access, let refresh, let expiresIn, let id, let scope, let fields):
            var object: JSONObject = ["token_type": "Bearer"]
            object["access_token"] = access.map { .string(secret($0)) }
            object["refresh_token"] = refresh.map { .string(secret($0)) }
            object["expires_in"] = expiresIn.map { .number(JSONNumber($0)) }
            object["id_token"] = id.map { .string(idToken("id of \(access ?? "")", subject: $0)) }
            object["scope"] = scope.map { .string($0) }
            let headers = fields.isEmpty ? ["Cache-Control": "no-store"] : fields
            return .answered(
                .init(status: 200, headers: headers, body: Array(JSONValue.object(object).serialized().utf8)))
        case .error(let status, let code):
            let body: JSONValue = ["error": .string(code), "error_description": .string("no: \(secret("echo"))")]
            return .answered(.init(status: status, body: Array(body.serialized().utf8)))
        case .status(let status, let headers): return .answered(.init(status: status, headers: headers))
        case .json(let body): return .answered(.init(status: 200, body: Array(body.serialized().utf8)))
        case .lost: return .failed
        }
    }
}

extension Script {
    // MARK: - The protocol

    mutating func metadata(at second: Double = -10, place: String? = nil, _ more: (String, JSONValue)...) {
        var object: JSONObject = [
            "issuer": .string(provider), "authorization_endpoint": .string("\(provider)/authorize"),
            "token_endpoint": .string("\(provider)/token"), "userinfo_endpoint": .string("\(provider)/userinfo"),
            "revocation_endpoint": .string("\(provider)/revoke"),
            "end_session_endpoint": .string("\(provider)/logout"),
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
        ]
        for (name, value) in more { object[name] = value }
        send(
            "GET", place ?? "\(provider)/.well-known/openid-configuration", at: second, .json(.object(object)))
    }

    /// An authorization request, whose answer brings the code of that name.
    mutating func authorize(
        at second: Double = 0, state: String = "S1", nonce: String? = "N1", verifier: String? = "V1",
        code: String? = "C1", scope: String = "openid read", _ more: FormParameters = [:], issuer: String? = nil,
        without names: [String] = []
    ) {
        var query: FormParameters = [
            "response_type": "code", "client_id": client, "redirect_uri": "http://127.0.0.1:9/cb", "scope": scope,
            "state": Self.secret(state),
        ]
        query["nonce"] = nonce.map { Self.secret($0) }
        if let verifier {
            query["code_challenge"] = Self.challenge(of: verifier)
            query["code_challenge_method"] = "S256"
        }
        for item in more.items { query[item.name] = item.value }
        for name in names { query[name] = nil }
        var answer: FormParameters = ["state": Self.secret(state)]
        answer["code"] = code.map { Self.secret($0) }
        answer["iss"] = issuer
        send(
            "GET", "\(provider)/authorize?\(query.query)", at: second,
            .status(302, ["Location": "http://127.0.0.1:9/cb?\(answer.query)"]))
    }

    mutating func tokenRequest(
        _ form: FormParameters, at second: Double, lasts: Double = 0.1, fields: HTTPHeaders = [:], _ reply: Reply
    ) {
        var form = form
        var fields = fields
        if authentication != .basic { form["client_id"] = client }
        if authentication == .basic || authentication == .both {
            fields["Authorization"] = "Basic \(Base64.encode(Array("\(client):\(Self.secret("client"))".utf8)))"
        }
        if authentication == .post || authentication == .both { form["client_secret"] = Self.secret("client") }
        send("POST", "\(provider)/token", fields, form: form, at: second, lasts: lasts, reply)
    }

    mutating func redeem(
        _ code: String = "C1", verifier: String? = "V1", redirectURI: String? = "http://127.0.0.1:9/cb",
        at second: Double = 1, lasts: Double = 0.1, with more: FormParameters = [:],
        _ reply: Reply = .tokens("A1", "R1")
    ) {
        var form: FormParameters = ["grant_type": "authorization_code", "code": Self.secret(code)]
        form["redirect_uri"] = redirectURI
        form["code_verifier"] = verifier.map { Self.secret($0) }
        for item in more.items { form[item.name] = item.value }
        tokenRequest(form, at: second, lasts: lasts, reply)
    }

    /// A sign-in that is over at second 2, with the tokens A1 and R1.
    mutating func signIn(_ reply: Reply = .tokens("A1", "R1"), _ more: FormParameters = [:]) {
        authorize(more)
        redeem(reply)
    }

    mutating func redeem(_ reply: Reply) { redeem(at: 1, reply) }

    mutating func refresh(
        _ token: String, at second: Double, lasts: Double = 0.1, with more: FormParameters = [:],
        fields: HTTPHeaders = [:],
        _ reply: Reply
    ) {
        var form: FormParameters = ["grant_type": "refresh_token", "refresh_token": Self.secret(token)]
        for item in more.items { form[item.name] = item.value }
        tokenRequest(form, at: second, lasts: lasts, fields: fields, reply)
    }

    mutating func call(
        _ token: String?, at second: Double, lasts: Double = 0.1, path: String = "/items", api: String? = nil,
        _ reply: Reply = .status(200)
    ) {
        var fields: HTTPHeaders = [:]
        fields["Authorization"] = token.map { "Bearer \(Self.secret($0))" }
        send("GET", "\(api ?? self.api)\(path)", fields, at: second, lasts: lasts, reply)
    }

    mutating func revoke(_ token: String, at second: Double) {
        send(
            "POST", "\(provider)/revoke", form: ["token": Self.secret(token), "client_id": client], at: second)
    }

    /// A call with a proof of possession, whose claims are those of a correct client unless they are given.
    mutating func provenCall(
        _ token: String, id: String, at second: Double, method: String = "GET", target: String? = nil,
        hashOf hashed: String? = nil, nonce: String? = nil, header: JSONObject = ["alg": "ES256"],
        _ reply: Reply = .status(200)
    ) {
        let hash = Base64URL.encode(Digest.sha256.hash(Array(Self.secret(hashed ?? token).utf8)))
        var claims: JSONObject = [
            "jti": .string(Self.secret(id)), "htm": .string(method), "htu": .string(target ?? "\(api)/items"),
            "iat": 1_800_000_000, "ath": .string(hash),
        ]
        claims["nonce"] = nonce.map { .string(Self.secret($0)) }
        var header = header
        header["typ"] = "dpop+jwt"
        let parts = [JSONValue.object(header).serialized(), JSONValue.object(claims).serialized()]
        let proof = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + ".AAAA"
        send(
            "GET", "\(api)/items?page=2", ["Authorization": "DPoP \(Self.secret(token))", "DPoP": proof], at: second,
            reply)
    }

    static let unauthorized = Reply.status(401, ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
    static let nonceDemand = Reply.status(
        401, ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": secret("server nonce")])

    static let stepUp = Reply.status(
        401, ["WWW-Authenticate": "Bearer error=\"insufficient_user_authentication\", max_age=60"])

    static func insufficient(_ scope: String) -> Reply {
        .status(403, ["WWW-Authenticate": "Bearer error=\"insufficient_scope\", scope=\"\(scope)\""])
    }

    /// What an observer has found at the end of the script.
    func observed(apis: [String] = ["https://api.example", "https://stock.example"]) -> Observer {
        var observer = Observer(apis: Set(apis.compactMap { URL(string: $0).flatMap { Origin($0) } }))
        observer.observe(messages)
        observer.close()
        return observer
    }
}

extension Observer {
    /// Whether a story showed what the rule is about, and not what decides it.
    func couldNotDecide(_ rule: String) -> Bool {
        undecided.contains { $0.rule.name == rule && $0.doubt == .unwatched }
    }

    var names: Set<String> { Set(findings.map(\.rule)) }
    var errors: Set<String> { Set(findings.filter { $0.weight == .error }.map(\.rule)) }
}
