import CurlTransport
import FoundationEssentials
import HostSystem
import JOSE
import SessionCore

/// A client of an MCP server that takes each message by itself, which finds from its URL where to sign in, and as whom.
actor ToolExample: CallingClient {
    private let server: URL
    private let place: ExamplePlace
    private var found: (issuer: String, client: SessionExample)?
    private var search: Task<Void, any Error>?

    init(of server: URL, at place: ExamplePlace) { (self.server, self.place) = (server, place) }

    func signIn() async throws { try await find() }

    func signOut() async { await found?.client.signOut() }

    func call() async -> Bool {
        // Where the server names another authorization server, only asking it again tells.
        if await found?.client.isAnswered() != true { try? await find() }
        return true
    }

    /// Signs in at the authorization server that the server names now, unless that is known; one search for all calls.
    private func find() async throws {
        if let search { return try await search.value }
        let search = Task { try await findNow() }
        self.search = search
        defer { self.search = nil }
        try await search.value
    }

    private func findNow() async throws {
        let file = PrivateFile(path: "\(place.folder)/client.json")
        var options = ResourceDiscovery.Options(
            metadata: ClientMetadata(
                name: "example", softwareID: "example", softwareVersion: "1", redirectURI: place.redirectURI))
        let kept = try? JSONValue(parsing: file.read(limit: 1 << 16, requiringOwner: true)).object
        options.registeredClients = [kept.flatMap { RegisteredClient($0) }].compactMap(\.self)
        let discovery = ResourceDiscovery(of: server, options: options, transport: CurlTransport())
        guard let named = try await discovery.server(), named.issuer != found?.issuer else { return }
        let client = try await discovery.client(at: named)
        if let registration = client.registration {
            try file.write(Array(JSONValue.object(registration.json).serialized().utf8))
        }
        let server = server
        // The name that the provider gave may be that of a place elsewhere.
        let name = Base64URL.encode(Digest.sha256.hash(client.configuration.clientID.utf8))
        let session = try await SessionExample(
            client.configuration, sending: { Self.request(to: server) }, file: "\(name).json", at: place)
        found = (named.issuer, session)
        try await session.signIn()
    }

    private static func request(to server: URL) -> HTTPRequest {
        let (version, method, tool) = (ResourceQuestion.statelessVersion, "tools/call", "list_orders")
        let parameters: JSONObject = [
            "name": .string(tool), "arguments": [:], "_meta": .object(ResourceQuestion.about),
        ]
        // Requests side by side have no id in common.
        let message: JSONObject = [
            "jsonrpc": "2.0", "id": .string(UUID().uuidString), "method": .string(method),
            "params": .object(parameters),
        ]
        return HTTPRequest(
            method: "POST", url: server,
            headers: [
                "Accept": "application/json, text/event-stream", "Content-Type": "application/json",
                "MCP-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": tool,
            ], body: .text(JSONValue.object(message).serialized()))
    }
}
