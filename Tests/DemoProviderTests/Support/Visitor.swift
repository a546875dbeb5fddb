import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// Someone who talks to a provider over real sockets: a client, or a person with a browser.
struct Visitor: Sendable {
    let provider: DemoProvider
    private let transport: CurlTransport

    init(_ provider: DemoProvider, timeout: Duration = patience) {
        self.provider = provider
        transport = CurlTransport(.init(connectTimeout: patience, timeout: timeout, bodyLimit: 8 << 20))
    }

    /// This visitor on a new connection: libcurl sends a request once more, by itself, when a connection that it
    /// reused is closed without an answer.
    var onNewConnection: Visitor { Visitor(provider) }

    func send(
        _ method: String, _ url: String, headers: HTTPHeaders = [:], body: HTTPBody = .none,
        redirects: HTTPRequest.RedirectRule = .doNotFollow
    ) async throws -> Answer {
        let url = try #require(URL(string: url))
        let request = HTTPRequest(method: method, url: url, headers: headers, body: body, redirects: redirects)
        return Answer(try await transport.send(request))
    }

    func get(_ url: String, bearer: String? = nil, cookie: String? = nil) async throws -> Answer {
        var headers = HTTPHeaders()
        headers["Authorization"] = bearer.map { "Bearer \($0)" }
        headers["Cookie"] = cookie
        return try await send("GET", url, headers: headers)
    }

    func post(
        _ endpoint: DemoProvider.Endpoint, _ form: KeyValuePairs<String, String>, basic: (String, String)? = nil
    ) async throws -> Answer {
        var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Authorization"] = basic.map { "Basic " + Base64.encode("\($0.0):\($0.1)".utf8) }
        return try await send(
            "POST", url(endpoint), headers: headers, body: .text(Form.encode(form.map { ($0.key, $0.value) })))
    }

    /// A token request of the public client.
    func token(_ form: KeyValuePairs<String, String>) async throws -> Answer {
        let items = form.map { ($0.key, $0.value) } + [("client_id", provider.clientID)]
        return try await send(
            "POST", url(.token), headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .text(Form.encode(items)))
    }

    func switchOn(_ name: String, _ json: String = "") async throws -> Answer {
        try await send("POST", "\(provider.control)/\(name)", body: json.isEmpty ? .none : .text(json))
    }

    func url(_ endpoint: DemoProvider.Endpoint) -> String {
        provider.issuer + Self.paths[endpoint, default: "/nowhere"]
    }

    /// The tests' own copy of the paths: a change of one is a change for every client without discovery.
    private static let paths: [DemoProvider.Endpoint: String] = [
        .discovery: "/.well-known/openid-configuration", .jwks: "/jwks", .authorization: "/authorize",
        .signIn: "/sign-in", .token: "/token", .deviceAuthorization: "/device-authorization", .device: "/device",
        .userInfo: "/userinfo", .revocation: "/revoke", .introspection: "/introspect", .endSession: "/end-session",
        .pushedAuthorizationRequest: "/par", .resolve: "/resolve", .registration: "/register",
    ]
}

extension Visitor {
    struct Tokens: Sendable {
        let access: String
        let refresh: String
        let id: String?

        init(_ answer: Answer) throws {
            let json = try answer.json
            access = try #require(json["access_token"]?.string)
            refresh = try #require(json["refresh_token"]?.string)
            id = json["id_token"]?.string
        }
    }

    /// Signs in by password, the shortest way to a session.
    func signIn(
        _ username: String = "alice", _ password: String = "wonderland", scope: String = "openid profile email"
    ) async throws -> Tokens {
        let answer = try await token([
            "grant_type": "password", "username": username, "password": password, "scope": scope,
        ])
        return try Tokens(answer)
    }

    func refresh(_ refreshToken: String) async throws -> Answer {
        try await token(["grant_type": "refresh_token", "refresh_token": refreshToken])
    }
}

/// Starts a provider whose clock stands still, lets a visitor in, and stops it again.
func withProvider(
    _ configure: (inout DemoProvider.Configuration) -> Void = { _ in },
    visit: (Visitor) async throws -> Void
) async throws {
    var configuration = DemoProvider.Configuration()
    let now = Date()
    configuration.clock = { now }
    configure(&configuration)
    let provider = try await DemoProvider.start(configuration)
    do {
        try await visit(Visitor(provider))
    } catch {
        await provider.stop()
        throw error
    }
    await provider.stop()
}
