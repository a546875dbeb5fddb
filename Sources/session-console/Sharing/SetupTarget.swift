import RequestFiles
import ConsoleApp
import JOSE

/// The tools whose configuration `setup` prints.
enum SetupTarget: String, CaseIterable, Sendable {
    case git, kubectl, mcp, curl

    /// The lines, without the last line break; each names the session by the options of `call`.
    func lines(_ call: ProgramCall, apis: [String]) -> String {
        switch self {
        case .git:
            return apis.map { api in
                let helper = "!" + call("credential", "git", "--api", api)
                return "git config --global \("credential.\(api).helper".shellWord) \(helper.shellWord)"
            }.joined(separator: "\n")
        case .kubectl: return Self.kubectl(call)
        case .mcp:
            let servers = JSONObject(
                apis.enumerated().map { index, api in
                    let name = index == 0 ? "api" : "api-\(index + 1)"
                    let helper = call("token", "--format", TokenFormat.headersJSON.rawValue)
                    return (name, .object(["type": "http", "url": .string(api), "headersHelper": .string(helper)]))
                })
            return JSONValue.object(["mcpServers": .object(servers)]).printable
        case .curl:
            let url = apis.first ?? "URL"
            return "\(call("token", "--format", TokenFormat.header.rawValue)) | curl -H @- \(url.shellWord)"
        }
    }

    private static func kubectl(_ call: ProgramCall) -> String {
        let words = ["token", "--format", TokenFormat.execCredential.rawValue, "--which", "id"] + call.options
        // Every kubectl reads v1beta1; v1 needs 1.22, and Debian 12 has 1.20.
        let lines =
            [
                "users:",
                "- name: session-console",
                "  user:",
                "    exec:",
                "      apiVersion: client.authentication.k8s.io/v1beta1",
                "      command: session-console",
                "      interactiveMode: Never",
                "      args:",
            ] + words.map { "      - \(JSONValue.string($0).printable)" }
        return lines.joined(separator: "\n")
    }
}
