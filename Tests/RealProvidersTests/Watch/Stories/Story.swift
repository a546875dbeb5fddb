/// What a client of the folder `Clients/Players` does, step by step, and what is wrong with it.
struct Story: Sendable, CustomStringConvertible {
    /// By the ending of its player.
    enum Language: String, Sendable, CaseIterable {
        case bash = "sh"
        case python = "py"
        case node = "js"
        case ruby = "rb"
        case perl = "pl"
        case php
    }

    typealias Steps = [[String]]
    typealias Fields = KeyValuePairs<String, String>

    let description: String
    let language: Language
    /// The errors and warnings that it makes, as their rules are named; none where it keeps all rules.
    let broken: Set<String>
    /// Whether the servers bind tokens to keys, and want their nonces in the proofs.
    var wantsProofs = false
    /// The faults that strike its messages, as the command line names them.
    var faults: [String] = []
    let steps: Steps

    init(
        _ description: String, _ language: Language, breaks broken: Set<String> = [], wantsProofs: Bool = false,
        meets faults: [String] = [], _ steps: Steps...
    ) {
        self.description = description
        self.language = language
        self.broken = broken
        self.wantsProofs = wantsProofs
        self.faults = faults
        self.steps = steps.flatMap(\.self)
    }

    static let all = right + wrong + struck

    /// Who asks the token endpoint, and how it shows that.
    struct Client: Sendable {
        let id: String
        let parts: [String]

        /// Those that the provider announces: a public one, and one with a secret.
        static let app = Client(id: "$client", parts: ["form", "client_id", "$client"])
        static let service = Client(id: "$service", parts: ["basic", "$service", "$secret"])
        /// The one that was registered last.
        static let registered = Client(id: "$client_id", parts: ["form", "client_id", "$client_id"])

        /// The service, with another secret than its own.
        static func service(with secret: String) -> Client {
            Client(id: "$service", parts: ["basic", "$service", secret])
        }
    }
}

extension Story {
    // MARK: - Steps

    static let redirectURI = "http://127.0.0.1:9/callback"

    static func pause(_ milliseconds: Int) -> Steps { [["pause", "\(milliseconds)"]] }

    /// What is done if the last answer had a status.
    static func when(_ status: Int, _ steps: Steps) -> Steps { steps.map { ["when", "\(status)"] + $0 } }

    static func remember(_ name: String, as other: String) -> Steps { [["set", other, "$\(name)"]] }

    /// Turns a switch of the provider.
    static func turn(_ name: String, _ body: String) -> Steps { [["control", "$control/\(name)", body]] }

    static func metadata() -> Steps { [["send", "GET", "$issuer/.well-known/openid-configuration"]] }

    static func get(_ url: String, _ fields: Fields = [:]) -> Steps {
        [["send", "GET", url] + parts("header", fields)]
    }

    static func call(
        _ path: String = "/orders", with token: String = "$access_token", method: String = "GET", body: Fields = [:]
    ) -> Steps {
        [["send", method, "$api\(path)"] + bearer(token) + parts("body", body)]
    }

    static func calls(_ count: Int, with token: String = "$access_token") -> Steps {
        [["together", "\(count)", "GET", "$api/orders"] + bearer(token)]
    }

    static func tokenRequest(
        _ grant: String, of client: Client = .app, _ fields: Fields = [:], header: Fields = [:]
    ) -> Steps {
        [
            ["send", "POST", "$issuer/token", "form", "grant_type", grant] + client.parts + parts("form", fields)
                + parts("header", header)
        ]
    }

    static func refresh(
        with token: String = "$refresh_token", of client: Client = .app, _ fields: Fields = [:], header: Fields = [:]
    ) -> Steps {
        [
            ["send", "POST", "$issuer/token", "form", "grant_type", "refresh_token", "form", "refresh_token", token]
                + client.parts + parts("form", fields) + parts("header", header)
        ]
    }

    /// An authorization request in a browser; a field with an empty value is left out.
    static func authorize(
        of client: Client = .app, scope: String = "openid profile offline_access", _ more: Fields = [:]
    ) -> Steps {
        [
            ["random", "verifier"], ["random", "state"], ["random", "nonce"], ["hash", "challenge", "$verifier"],
            ["browse", "$issuer/authorize"] + parts("query", request(of: client, scope: scope, more)),
        ]
    }

    static func push(of client: Client = .app, scope: String = "openid profile offline_access") -> Steps {
        [
            ["random", "verifier"], ["random", "state"], ["random", "nonce"], ["hash", "challenge", "$verifier"],
            ["send", "POST", "$issuer/par"] + parts("form", request(of: client, scope: scope, [:])),
        ]
    }

    static func redeem(of client: Client = .app, _ more: Fields = [:], header: Fields = [:]) -> Steps {
        let fields = changed(
            ["code": "$code", "code_verifier": "$verifier", "redirect_uri": redirectURI], by: more)
        let words = ["send", "POST", "$issuer/token", "form", "grant_type", "authorization_code"]
        return [words + client.parts + parts("form", fields) + parts("header", header)]
    }

    static func signIn(
        of client: Client = .app, scope: String = "openid profile offline_access", _ more: Fields = [:]
    ) -> Steps {
        authorize(of: client, scope: scope, more) + redeem(of: client)
    }

    static func register(redirectURI: String = redirectURI, authentication: String = "none") -> Steps {
        let body = """
            {"redirect_uris":["\(redirectURI)"],"token_endpoint_auth_method":"\(authentication)",\
            "grant_types":["authorization_code","refresh_token"]}
            """
        return [["send", "POST", "$issuer/register", "body", "application/json", body]]
    }

    static func revoke(_ token: String = "$refresh_token") -> Steps {
        [["send", "POST", "$issuer/revoke", "form", "token", token, "form", "client_id", "$client"]]
    }

    static func authorizeDevice() -> Steps {
        let fields = ["form", "client_id", "$client", "form", "scope", "openid"]
        return [["send", "POST", "$issuer/device-authorization"] + fields]
    }

    static func endSession() -> Steps {
        [["send", "GET", "$issuer/end-session", "query", "id_token_hint", "$id_token"]]
    }

    /// What follows is played by several processes at once, with the tokens of one file.
    static func processes(_ count: Int) -> Steps { [["save", "$folder/tokens"], ["processes", "\(count)"]] }

    /// A call with the latest token of the file, which is refreshed where that is refused; one process after another.
    static let turnOfProcess: Steps =
        [["lock", "$folder/lock"], ["load", "$folder/tokens"]] + call() + when(401, refresh())
        + [["save", "$folder/tokens"]] + call()

    // MARK: - Proofs

    /// A proof with the key of the run (RFC 9449 §4.2), as `$proof`.
    static func prove(
        _ method: String, _ url: String, token: String = "$access_token", nonce: String = "$dpop_nonce"
    ) -> Steps {
        [
            ["hash", "ath", token],
            [
                "sign", "proof", #"{"typ":"dpop+jwt","alg":"ES256","jwk":{}}"#,
                #"{"htm":"\#(method)","htu":"\#(url)","ath":"$ath","nonce":"\#(nonce)"}"#,
            ],
        ]
    }

    static func provenCall(scheme: String = "DPoP", nonce: String = "$dpop_nonce") -> Steps {
        prove("GET", "$api/orders", nonce: nonce) + [
            ["send", "GET", "$api/orders", "header", "Authorization", "\(scheme) $access_token", "header", "DPoP"]
                + ["$proof"]
        ]
    }

    /// A sign-in whose tokens are bound to the key; the first redemption is refused for want of a nonce.
    static func boundSignIn() -> Steps {
        authorize() + (0..<2).flatMap { _ in prove("POST", "$issuer/token") + redeem(header: ["DPoP": "$proof"]) }
    }

    /// A client's own token, asked for with a signed assertion (RFC 7523 §2.2).
    static func assert(audience: String = "$issuer", lifetime: Int = 60) -> Steps {
        let claims = #"{"iss":"$service","sub":"$service","aud":"\#(audience)","exp":\#(lifetime)}"#
        return [["sign", "assertion", #"{"alg":"ES256"}"#, claims]]
    }

    static let asserted: Fields = [
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": "$assertion",
    ]

    static func assertedRequest() -> Steps {
        tokenRequest("client_credentials", of: Client(id: "$service", parts: []), asserted)
    }

    // MARK: - Parts

    private static func bearer(_ token: String) -> [String] {
        token.isEmpty ? [] : ["header", "Authorization", "Bearer \(token)"]
    }

    private static func request(of client: Client, scope: String, _ more: Fields) -> [(key: String, value: String)] {
        changed(
            [
                "response_type": "code", "client_id": client.id, "redirect_uri": redirectURI, "scope": scope,
                "state": "$state", "nonce": "$nonce", "code_challenge": "$challenge", "code_challenge_method": "S256",
            ], by: more)
    }

    /// The fields with others in their places; those that are empty are left out.
    private static func changed(_ fields: Fields, by more: Fields) -> [(key: String, value: String)] {
        let changes = Dictionary(more.map { ($0.key, $0.value) }, uniquingKeysWith: { _, new in new })
        let added = more.filter { new in !fields.contains { $0.key == new.key } }
        return (fields.map { ($0.key, changes[$0.key] ?? $0.value) } + added).filter { !$0.1.isEmpty }
    }

    private static func parts(_ place: String, _ fields: some Sequence<(key: String, value: String)>) -> [String] {
        fields.flatMap { [place, $0.key, $0.value] }
    }
}
