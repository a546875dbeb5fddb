import JOSE

/// What the bridge answers by itself as long as there is no session.
enum OwnAnswer {
    private static let revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// The answer to a request; `nil` where it needs the server.
    static func line(to message: BridgedMessage, instructions: String, version: String) -> [UInt8]? {
        guard case .request(let id, let method) = message.kind else { return nil }
        switch method {
        case "initialize":
            let asked = message.revision.flatMap { revisions.contains($0) ? $0 : nil }
            return line(
                id,
                [
                    "protocolVersion": .string(asked ?? revisions[0]),
                    "capabilities": ["tools": ["listChanged": true]],
                    "serverInfo": ["name": "session-console", "version": .string(version)],
                    "instructions": .string(instructions),
                ])
        case "ping": return line(id, [:])
        case "tools/list": return line(id, ["tools": []])
        default: return nil
        }
    }

    /// Tells the host to ask for the tools again.
    static let toolsChanged = notification("notifications/tools/list_changed").asLine

    /// Ends the handshake that the bridge began by itself.
    static let initialized = notification("notifications/initialized")

    private static func notification(_ method: String) -> [UInt8] {
        Array(JSONValue.object(["jsonrpc": "2.0", "method": .string(method)]).serialized().utf8)
    }

    private static func line(_ id: MessageID, _ result: JSONValue) -> [UInt8] {
        Array("{\"jsonrpc\":\"2.0\",\"id\":\(id.json),\"result\":\(result.serialized())}".utf8).asLine
    }
}
