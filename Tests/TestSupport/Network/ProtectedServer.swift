import FoundationEssentials
import HTTPServer
import JOSE
import Synchronization

/// A protected resource and its authorization server on one port, where clients register and nobody is asked who they
/// are.
package final class ProtectedServer: Sendable {
    private struct State {
        var origin = ""
        var manner = Manner()
        var requests: [ServerRequest] = []
        var clients: [String: JSONObject] = [:]
        var challenges: [String: FormItems] = [:]
    }

    /// How the resource differs from one that asks for its token in any case and takes it.
    package struct Manner: Sendable {
        /// What a GET is answered, with or without a token; `nil` treats it as any method.
        package var page: Int?
        /// Whether it refuses its server's tokens.
        package var refusesTokens = false
        /// Whether it publishes nothing about itself.
        package var isSilent = false

        package init(page: Int? = nil, refusesTokens: Bool = false, isSilent: Bool = false) {
            (self.page, self.refusesTokens, self.isSilent) = (page, refusesTokens, isSilent)
        }
    }

    private static let token = "access-token-of-the-resource"
    /// Shared with the server's handler.
    private final class StateBox: Sendable {
        let value = Mutex(State())
    }

    private let server: HTTPServer
    private let state: StateBox

    /// Starts it; the resource is at ``url``.
    package init(_ manner: Manner = Manner()) throws {
        let state = StateBox()
        state.value.withLock { $0.manner = manner }
        let server = try HTTPServer.start { request in Self.answer(request, state) }
        state.value.withLock { $0.origin = server.origin }
        (self.server, self.state) = (server, state)
    }

    package var issuer: String { server.origin }
    package var url: String { "\(server.origin)/mcp" }

    /// What was asked: `GET /mcp`, in order.
    package var requests: [String] {
        state.value.withLock { $0.requests.map { "\($0.method) \($0.path)" } }
    }

    /// The parameters `resource` of the authorization and token requests.
    package var resources: [String] {
        state.value.withLock { state in
            state.requests.flatMap { request in
                (request.form ?? request.query).values(named: "resource")
            }
        }
    }

    /// The clients that are registered now.
    package var clients: [String] { state.value.withLock { $0.clients.keys.sorted() } }

    private static func json(_ json: JSONValue, status: Int = 200) -> ServerResponse {
        ServerResponse(status: status, contentType: "application/json", text: json.serialized())
    }

    private static func answer(_ request: ServerRequest, _ box: StateBox) -> ServerResponse {
        box.value.withLock { state in
            state.requests.append(request)
            return answer(request, &state)
        }
    }

    private static func answer(_ request: ServerRequest, _ state: inout State) -> ServerResponse {
        let origin = state.origin
        switch (request.method, request.path) {
        case ("GET", "/mcp") where state.manner.page != nil:
            return ServerResponse(status: state.manner.page ?? 200, contentType: "text/html", text: "<p>Connect")
        case (_, "/mcp"):
            let hasToken = request.headers["Authorization"] == "Bearer \(token)"
            if hasToken, !state.manner.refusesTokens { return json(result(of: request)) }
            if state.manner.isSilent { return ServerResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"]) }
            let pointer = "\(origin)/.well-known/oauth-protected-resource/mcp"
            return ServerResponse(
                status: 401,
                headers: ["WWW-Authenticate": "Bearer resource_metadata=\"\(pointer)\", scope=\"read\""])
        case (_, "/.well-known/oauth-protected-resource/mcp") where !state.manner.isSilent:
            return json(["resource": "\(origin)/mcp", "authorization_servers": [.string(origin)]])
        case (_, "/.well-known/oauth-authorization-server"):
            return json([
                "issuer": .string(origin), "authorization_endpoint": "\(origin)/authorize",
                "token_endpoint": "\(origin)/token", "registration_endpoint": "\(origin)/register",
                "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none", "client_secret_post"],
            ])
        case ("POST", "/register"):
            guard var client = (try? JSONValue(parsing: request.body))?.object else { return json([:], status: 400) }
            let id = "client-\(state.clients.count + 1)"
            client["client_id"] = .string(id)
            client["registration_access_token"] = "management-token-0123456789"
            client["registration_client_uri"] = "\(origin)/register/\(id)"
            state.clients[id] = client
            return json(.object(client), status: 201)
        case ("DELETE", let path) where path.hasPrefix("/register/"):
            guard request.headers["Authorization"] == "Bearer management-token-0123456789" else {
                return json([:], status: 401)
            }
            state.clients[String(path.dropFirst(10))] = nil
            return ServerResponse(status: 204)
        case ("GET", "/authorize"): return authorize(request.query, &state)
        case ("POST", "/token"): return redeem(request.form ?? request.query, state)
        default: return json([:], status: 404)
        }
    }

    /// What an MCP server answers to a message with an identifier.
    private static func result(of request: ServerRequest) -> JSONValue {
        guard let id = (try? JSONValue(parsing: request.body))?["id"] else { return ["ok": true] }
        return ["jsonrpc": "2.0", "id": id, "result": ["protocolVersion": "2025-06-18", "capabilities": [:]]]
    }

    private static func authorize(_ query: FormItems, _ state: inout State) -> ServerResponse {
        let client = query["client_id"].flatMap { state.clients[$0] }
        guard let redirect = query["redirect_uri"], client?["redirect_uris"]?.strings?.contains(redirect) == true
        else { return json(["error": "invalid_request"], status: 400) }
        guard query["code_challenge_method"] == "S256",
            query["resource"] == (state.manner.isSilent ? nil : "\(state.origin)/mcp")
        else {
            let location = "\(redirect)?error=invalid_request&state=\(query["state"] ?? "")"
            return ServerResponse(status: 302, headers: ["Location": location])
        }
        let code = "code-\(state.challenges.count)"
        state.challenges[code] = query
        return ServerResponse(
            status: 302, headers: ["Location": "\(redirect)?code=\(code)&state=\(query["state"] ?? "")"])
    }

    private static func redeem(_ form: FormItems, _ state: State) -> ServerResponse {
        guard let asked = form["code"].flatMap({ state.challenges[$0] }), let verifier = form["code_verifier"],
            Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8))) == asked["code_challenge"],
            form["client_id"] == asked["client_id"], form["redirect_uri"] == asked["redirect_uri"],
            form["resource"] == asked["resource"]
        else { return json(["error": "invalid_grant"], status: 400) }
        return json(["access_token": .string(token), "token_type": "Bearer", "expires_in": 3600, "scope": "read"])
    }
}
