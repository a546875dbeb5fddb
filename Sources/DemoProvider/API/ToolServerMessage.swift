package import HTTPServer
package import JOSE

/// A JSON-RPC request or notification to the MCP server, with the header fields that repeat what is in it.
package struct ToolServerMessage {
    /// The revision from which on each message says its version and its method.
    static let statelessRevision = "2026-07-28"

    let method: String
    let id: JSONValue?
    let parameters: JSONObject
    private let headers: ServerHeaders

    /// `nil` where it names no method.
    package init?(_ object: JSONObject, _ headers: ServerHeaders) {
        guard let method = object["method"]?.string else { return nil }
        (self.method, id, self.headers) = (method, object["id"], headers)
        parameters = object["params"]?.object ?? [:]
    }

    /// What it says of itself in `_meta`.
    private func member(_ name: String) -> JSONValue? {
        parameters["_meta"]?.object?["io.modelcontextprotocol/\(name)"]
    }

    /// The revision that the message itself names.
    var version: String? { member("protocolVersion")?.string }

    var versionField: String? { headers["MCP-Protocol-Version"] }

    /// The revision that it says it is of, or asks for in a handshake.
    package var revision: String? {
        let asked = method == "initialize" ? parameters["protocolVersion"]?.string : nil
        return asked ?? version ?? versionField
    }

    var isStateless: Bool { (version ?? versionField) == Self.statelessRevision }

    /// What a stateless request has to say of itself in `_meta`, and doesn't (MCP 2026-07-28, *Per-request fields*).
    var missingMember: String? {
        if version == nil { return "protocolVersion" }
        return member("clientCapabilities")?.object == nil ? "clientCapabilities" : nil
    }

    /// The field that says another thing than the message, or is missing (MCP 2026-07-28, *Streamable HTTP*).
    ///
    /// Without `demandingAll` only what a field says counts.
    func flawOfFields(demandingAll: Bool) -> String? {
        let named: String? =
            switch method {
            case "tools/call", "prompts/get": parameters["name"]?.string
            case "resources/read": parameters["uri"]?.string
            default: nil
            }
        var fields = [("MCP-Protocol-Version", version), ("Mcp-Method", method)]
        if named != nil { fields.append(("Mcp-Name", named)) }
        for (name, meant) in fields {
            if let said = headers[name].map({ name == "Mcp-Name" ? Self.decoded($0) : $0 }) {
                if said != meant { return "\(name) is '\(said)', and the message says otherwise" }
            } else if demandingAll {
                return "\(name) is missing"
            }
        }
        return nil
    }

    /// What a field can't hold as it is comes in Base64: `=?base64?4pyT?=`.
    private static func decoded(_ value: String) -> String {
        let (start, end) = ("=?base64?", "?=")
        guard value.hasPrefix(start), value.hasSuffix(end), value.count >= start.count + end.count,
            let bytes = try? Base64.decode(value.dropFirst(start.count).dropLast(end.count))
        else { return value }
        return String(decoding: bytes, as: UTF8.self)
    }
}
