import ConsoleApp
import FoundationEssentials
import JOSE
import RequestFiles

/// The tools whose configuration `setup` prints.
enum SetupTarget: String, CaseIterable, Sendable {
    case git, kubectl, mcp, curl

    /// The lines, without the last line break; each names the session by the options of `call`.
    func lines(_ call: ProgramCall, apis: [URL], keepsToPaths: Bool = false) -> String {
        switch self {
        case .git:
            return apis.flatMap { Self.git(call, api: $0.absoluteString, keepsToPaths: keepsToPaths) }
                .joined(separator: "\n")
        case .kubectl: return Self.kubectl(call)
        case .mcp:
            let servers = JSONObject(
                apis.enumerated().map { index, api in
                    (index == 0 ? "api" : "api-\(index + 1)", .object(Self.server(call, api)))
                })
            return JSONValue.object(["mcpServers": .object(servers)]).printable
        case .curl:
            let url = apis.first?.absoluteString ?? "URL"
            return "\(call("token", "--format", TokenFormat.header.rawValue)) | curl -H @- \(url.shellWord)"
        }
    }

    /// A program that the client starts, which every client of MCP can.
    private static func server(_ call: ProgramCall, _ api: URL) -> JSONObject {
        let words = ["mcp", api.absoluteString] + call.options + call.apis.flatMap { ["--api", $0] }
        return ["type": "stdio", "command": "session-console", "args": .array(words.map { .string($0) })]
    }

    /// Whether its lines hand out a token that must be of use without a proof of a key.
    var needsBareToken: Bool {
        switch self {
        case .git, .curl: true
        case .kubectl, .mcp: false
        }
    }

    /// The empty helper ends the list of those that are set for all hosts (gitcredentials): they would keep a token
    /// past its expiry, and be asked first.
    private static func git(_ call: ProgramCall, api: String, keepsToPaths: Bool) -> [String] {
        let helper = "!" + call("credential", "git", "--api", api)
        let key = { (name: String) in "credential.\(api).\(name)".shellWord }
        return ["git config --global --replace-all \(key("helper")) ''"]
            + (keepsToPaths ? ["git config --global \(key("useHttpPath")) true"] : [])
            + ["git config --global --add \(key("helper")) \(helper.shellWord)"]
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
