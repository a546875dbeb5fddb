import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A resource at `https://mcp.example/mcp` with its authorization server, as a script that a test breaks.
struct ImaginaryResource: Sendable {
    static let origin = "https://mcp.example"
    static let path = "/mcp"
    static let pointer = "/.well-known/oauth-protected-resource"
    static let issuer = "https://as.example"
    static let serverPath = "/.well-known/oauth-authorization-server"
    static let redirect = "http://127.0.0.1:50123/callback"

    let transport = ScriptedTransport()
    let clock = TestClock()
    var url = origin + path
    var options: ResourceDiscovery.Options

    init() throws {
        let redirect = try #require(URL(string: Self.redirect))
        options = ResourceDiscovery.Options(
            metadata: ClientMetadata(
                name: "session-console", softwareID: "software", softwareVersion: "1", redirectURI: redirect))
        challenge("Bearer resource_metadata=\"\(Self.origin)\(Self.pointer)\(Self.path)\", scope=\"read\"")
        publish()
        publishServer()
        register()
    }

    func challenge(_ fields: String..., status: Int = 401) {
        var headers: HTTPHeaders = [:]
        for field in fields { headers = HTTPHeaders(headers.fields + [.init(name: "WWW-Authenticate", value: field)]) }
        transport.always(Self.path, ScriptedTransport.answer(status, headers: headers))
    }

    static let metadata: JSONObject = [
        "resource": .string(origin + path), "authorization_servers": [.string(issuer)],
        "scopes_supported": ["read", "write"], "bearer_methods_supported": ["header"],
    ]

    /// Publishes the resource's metadata, with the path inserted.
    func publish(_ change: (inout JSONObject) -> Void = { _ in }) {
        var document = Self.metadata
        change(&document)
        transport.always(Self.pointer + Self.path, ScriptedTransport.json(document.serialized()))
    }

    /// Publishes no metadata of the resource.
    func publishNothing() {
        for path in [Self.pointer + Self.path, Self.pointer] {
            transport.always(path, ScriptedTransport.answer(404))
        }
    }

    static let serverMetadata: JSONObject = [
        "issuer": .string(issuer),
        "authorization_endpoint": "https://as.example/authorize", "token_endpoint": "https://as.example/token",
        "registration_endpoint": "https://as.example/register", "jwks_uri": "https://as.example/keys",
        "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_post"],
    ]

    func publishServer(at path: String = serverPath, _ change: (inout JSONObject) -> Void = { _ in }) {
        var document = Self.serverMetadata
        change(&document)
        transport.always(path, ScriptedTransport.json(document.serialized()))
    }

    func register(status: Int = 201, _ change: (inout JSONObject) -> Void = { _ in }) {
        var answer: JSONObject = [
            "client_id": "c1", "redirect_uris": [.string(Self.redirect)], "token_endpoint_auth_method": "none",
            "registration_access_token": "manage-me-0123456789",
            "registration_client_uri": "https://as.example/register/c1",
        ]
        change(&answer)
        transport.always("/register", ScriptedTransport.json(answer.serialized(), status: status))
    }

    /// Goes the way as far as it leads; `nil` for the client where it ended before.
    func discover() async throws -> (steps: [DiscoveryStep], client: DiscoveredClient?) {
        let discovery = ResourceDiscovery(
            of: try #require(URL(string: url)), options: options, transport: transport, clock: clock)
        var steps: [DiscoveryStep] = []
        do throws(DiscoveryFailure) {
            guard let server = try await discovery.server(reporting: { steps.append($0) }) else { return (steps, nil) }
            let client = try await discovery.client(at: server) { steps.append($0) }
            return (steps, client)
        } catch {
            #expect(steps.last == error.step)
            return (steps, nil)
        }
    }
}
