import HTTPServer
import JOSE

/// An MCP server (Model Context Protocol, *Streamable HTTP*) without sessions, whose one tool lists orders.
///
/// Each message of the stateless revision names it; a client of an earlier one says its own in `initialize`.
extension DemoProvider {
    /// The revisions that begin with `initialize`, the newest first.
    private static let handshakeRevisions = ["2025-11-25", "2025-06-18", "2025-03-26"]
    private static let tool: JSONObject = [
        "name": "list_orders", "description": "The orders of the user.",
        "inputSchema": ["type": "object", "properties": ["limit": ["type": "integer"]]],
    ]
    private static let capabilities: JSONValue = ["tools": [:]]
    private static let serverInfo: JSONValue = ["name": .string(BearerError.realm), "version": "1"]

    func answerAsToolServer(_ request: ServerRequest) throws(BearerError) -> ServerResponse {
        let object = (try? JSONValue(parsing: request.body))?.object
        let message = object.flatMap { ToolServerMessage($0, request.headers) }
        let isOpen = flaws.resource.contains(.openMethods) && message.map { $0.method != "tools/call" } ?? false
        let token = isOpen ? nil : try bearer(of: request, at: .api)
        guard request.method == "POST" else { return .methodNotAllowed(allowed: ["POST"]) }
        guard let message else {
            return Self.failure(-32600, "one JSON-RPC request is expected", id: nil, status: 400)
        }
        if let refusal = refusal(of: message) { return refusal }
        guard let id = message.id else { return ServerResponse(status: 202) }
        switch message.method {
        case "server/discover" where message.isStateless:
            return Self.result(
                [
                    "supportedVersions": Self.strings(spoken), "capabilities": Self.capabilities,
                    "_meta": ["io.modelcontextprotocol/serverInfo": Self.serverInfo], "ttlMs": 0,
                    "cacheScope": "private",
                ], of: message, id)
        case "initialize" where !isStatelessAlone:
            let asked = message.parameters["protocolVersion"]?.string
            let agreed = handshakes.first { $0 == asked } ?? Self.handshakeRevisions[0]
            return Self.result(
                [
                    "protocolVersion": .string(agreed), "capabilities": Self.capabilities,
                    "serverInfo": Self.serverInfo,
                ], of: message, id)
        case "initialize": return refused(-32601, "there is no such method", message, status: 404)
        case "ping" where !message.isStateless: return Self.result([:], of: message, id)
        case "tools/list":
            return Self.result(
                ["tools": [.object(Self.tool)], "ttlMs": 0, "cacheScope": "private"], of: message, id)
        case "tools/call":
            guard let token, message.parameters["name"] == Self.tool["name"] else {
                return Self.failure(-32602, "there is no such tool", id: id)
            }
            let limit = message.parameters["arguments"]?.object?["limit"]?.number?.int ?? 3
            let orders = Orders(limit: limit, subject: token.subject).json
            return Self.result(
                ["content": [["type": "text", "text": .string(orders.serialized())]], "isError": false], of: message,
                id)
        default:
            return Self.failure(
                -32601, "there is no such method", id: id, status: message.isStateless ? 404 : 200)
        }
    }

    private var isStatelessAlone: Bool { flaws.resource.contains(.headersDemanded) }

    private var isVersionDemanded: Bool { flaws.resource.contains(.versionDemanded) }

    /// The revisions that are agreed on by `initialize`; the field that may be demanded came with the second.
    private var handshakes: [String] {
        if isStatelessAlone { return [] }
        return isVersionDemanded ? Array(Self.handshakeRevisions.dropLast()) : Self.handshakeRevisions
    }

    /// The revisions that are spoken here, the newest first.
    private var spoken: [String] { [ToolServerMessage.statelessRevision] + handshakes }

    /// Why a message is refused by what it says of itself in header fields and `_meta`.
    ///
    /// Header fields that a stateless message leaves out are demanded by the server of that revision alone: the other
    /// one is lenient, so that a client without them goes on to what else is asked of it. No revision says what fields
    /// a notification has.
    private func refusal(of message: ToolServerMessage) -> ServerResponse? {
        if message.method == "initialize", !isStatelessAlone { return nil }
        if let version = message.version ?? message.versionField, !spoken.contains(version) {
            return refused(-32022, "this protocol version is not spoken here", message, requested: version)
        }
        if isVersionDemanded, message.versionField == nil {
            return refused(-32020, "MCP-Protocol-Version is missing", message)
        }
        guard message.id != nil, message.isStateless || isStatelessAlone else { return nil }
        if message.isStateless, let name = message.missingMember {
            return refused(-32602, "_meta has no \(name)", message)
        }
        return message.flawOfFields(demandingAll: isStatelessAlone).map { refused(-32020, $0, message) }
    }

    /// An error that says what is spoken here: a client without a later revision shows nothing else to its user.
    private func refused(
        _ code: Int, _ words: String, _ message: ToolServerMessage, status: Int = 400, requested: String? = nil
    ) -> ServerResponse {
        var data: JSONObject = ["supported": Self.strings(spoken)]
        data["requested"] = requested.map { .string($0) }
        return Self.failure(
            code, "\(words); spoken here: \(spoken.joined(separator: ", "))", id: message.id, status: status,
            data: .object(data))
    }

    private static func result(_ result: JSONObject, of message: ToolServerMessage, _ id: JSONValue) -> ServerResponse {
        var result = result
        if message.isStateless { result["resultType"] = "complete" }
        return .json(["jsonrpc": "2.0", "id": id, "result": .object(result)])
    }

    private static func failure(
        _ code: Int, _ words: String, id: JSONValue?, status: Int = 200, data: JSONValue? = nil
    ) -> ServerResponse {
        var error: JSONObject = ["code": .number(JSONNumber(code)), "message": .string(words)]
        error["data"] = data
        var answer: JSONObject = ["jsonrpc": "2.0"]
        answer["id"] = id
        answer["error"] = .object(error)
        return .json(answer, status: status)
    }

    private static func strings(_ strings: [String]) -> JSONValue { .array(strings.map { .string($0) }) }
}
