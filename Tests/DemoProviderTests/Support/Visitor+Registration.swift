import DemoProvider
import JOSE
import SessionCore
import Testing

extension Visitor {
    /// The metadata of a program that signs its user in on this machine.
    static let nativeMetadata: JSONObject = [
        "client_name": "A terminal", "redirect_uris": ["http://127.0.0.1:8123/done"],
        "token_endpoint_auth_method": "none", "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"], "application_type": "native",
    ]

    /// Sends a registration of a native client, with some members replaced, added, or left out (`nil`).
    func register(_ changes: [String: JSONValue?] = [:], bearer: String? = nil) async throws -> Answer {
        try await manage("POST", url(.registration), Self.metadata(changes), bearer: bearer)
    }

    /// Registers a native client that works.
    func registered(_ changes: [String: JSONValue?] = [:]) async throws -> Registrant {
        let answer = try await register(changes)
        #expect(answer.status == 201, "\(answer)")
        return try Registrant(visitor: self, answer: answer.json)
    }

    func manage(
        _ method: String, _ url: String, _ document: JSONObject? = nil, bearer: String? = nil
    ) async throws -> Answer {
        var headers = HTTPHeaders()
        headers["Authorization"] = bearer.map { "Bearer \($0)" }
        guard let document else { return try await send(method, url, headers: headers) }
        headers["Content-Type"] = "application/json"
        return try await send(method, url, headers: headers, body: .text(document.serialized()))
    }

    static func metadata(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var document = nativeMetadata
        for (name, value) in changes { document[name] = value }
        return document
    }
}

/// A client that has registered itself.
struct Registrant: Sendable {
    let visitor: Visitor
    let answer: JSONObject

    var id: String { answer["client_id"]?.string ?? "" }
    var secret: String? { answer["client_secret"]?.string }
    var token: String { answer["registration_access_token"]?.string ?? "" }
    /// Where it manages its registration.
    var uri: String { answer["registration_client_uri"]?.string ?? "" }

    static let redirectURI = "http://127.0.0.1:51000/done"

    /// Signs alice in, and exchanges the code.
    func signIn(
        _ changes: [String: String?] = [:], redirectURI: String = Self.redirectURI
    ) async throws -> Answer {
        let changes = ["client_id": id, "redirect_uri": redirectURI].merging(changes) { $1 }
        let response = try await Browser(visitor).signIn(changes)
        let code = try #require(try response.location["code"], "\(response)")
        return try await exchange(code, redirectURI: redirectURI)
    }

    func exchange(
        _ code: String, redirectURI: String = Self.redirectURI, resource: String? = nil
    ) async throws -> Answer {
        var items = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", Browser.codeVerifier), ("client_id", id),
        ]
        if let secret { items.append(("client_secret", secret)) }
        if let resource { items.append(("resource", resource)) }
        return try await post(items)
    }

    func refresh(_ token: String, resource: String? = nil) async throws -> Answer {
        try await post(
            [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", id)]
                + (resource.map { [("resource", $0)] } ?? []))
    }

    private func post(_ items: [(String, String)]) async throws -> Answer {
        try await visitor.send(
            "POST", visitor.url(.token), headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .text(Form.encode(items)))
    }
}
