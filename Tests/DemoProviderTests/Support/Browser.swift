import DemoProvider
import JOSE
import Testing

/// A person with a browser at the authorization endpoint.
struct Browser: Sendable {
    /// RFC 7636 appendix B.
    static let codeVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirectURI = "http://127.0.0.1:49152/callback"

    let visitor: Visitor

    init(_ visitor: Visitor) {
        self.visitor = visitor
    }

    /// The parameters of a correct request by the public client, with some replaced, added, or left out (`nil`).
    func parameters(_ changes: [String: String?] = [:]) -> [(String, String)] {
        var parameters = [
            "response_type": "code", "client_id": visitor.provider.clientID, "redirect_uri": Self.redirectURI,
            "scope": "openid profile email", "state": "a state", "nonce": "a-nonce",
            "code_challenge": Self.codeChallenge, "code_challenge_method": "S256",
        ]
        for (name, value) in changes { parameters[name] = value }
        return parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func open(_ changes: [String: String?] = [:], cookie: String? = nil) async throws -> Answer {
        let url = visitor.url(.authorization) + "?" + Form.encode(parameters(changes))
        return try await visitor.get(url, cookie: cookie)
    }

    func submit(_ page: Answer, username: String = "alice", password: String = "wonderland") async throws -> Answer {
        try await visitor.post(
            .signIn, ["request": page.hiddenField("request"), "username": username, "password": password])
    }

    /// Signs in and returns the authorization response.
    func signIn(_ changes: [String: String?] = [:]) async throws -> Answer {
        try await submit(open(changes))
    }

    /// The code of a new sign-in.
    func code(_ changes: [String: String?] = [:]) async throws -> String {
        try #require(try await signIn(changes).location["code"])
    }

    /// Exchanges a code as the public client.
    func exchange(
        _ code: String, redirectURI: String = Browser.redirectURI, codeVerifier: String = Browser.codeVerifier
    ) async throws -> Answer {
        try await visitor.token([
            "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI,
            "code_verifier": codeVerifier,
        ])
    }
}
