import Addresses
import ConsoleApp
import FoundationEssentials
import JOSE
import RequestFiles
import SessionCore

/// The tools whose configuration `setup` prints.
enum SetupTarget: String, CaseIterable, Sendable {
    case git, kubectl, mcp, curl, docker, cargo, pip, npm, rclone

    /// The lines, without the last line break; each names the session by the options of `call`.
    func lines(_ call: ProgramCall, apis: [URL], keepsToPaths: Bool = false) -> String {
        switch self {
        case .git:
            return apis.flatMap { Self.git(call, api: $0.absoluteString, keepsToPaths: keepsToPaths) }
                .joined(separator: "\n")
        case .kubectl: return Self.kubectl(call)
        case .mcp:
            let servers = JSONObject(apis.named.map { ($0, .object(Self.server(call, $1))) })
            return JSONValue.object(["mcpServers": .object(servers)]).printable
        case .curl:
            let url = apis.first?.absoluteString ?? "URL"
            return "\(call("token", "--format", TokenFormat.header.rawValue)) | curl -H @- \(url.shellWord)"
        case .docker:
            let helper = DockerCredential.helper(for: call)?.name ?? CredentialHelper.own
            let hosts = apis.compactMap { Origin($0)?.authority }
            let helpers = JSONObject(hosts.map { ($0, .string(helper)) })
            return JSONValue.object(["credHelpers": .object(helpers)]).printable
        case .cargo: return apis.named.flatMap { Self.cargo(call, $0, $1) }.joined(separator: "\n")
        case .pip: return apis.first.map { Self.pip(call, $0) }?.joined(separator: "\n") ?? ""
        case .npm: return apis.first.map { Self.npm(call, $0) }?.joined(separator: "\n") ?? ""
        case .rclone:
            return apis.named.map { name, api in
                let settings = ["url=\(api.absoluteString)", "vendor=other", "bearer_token_command=\(call("token"))"]
                let words = ["rclone", "config", "create", name, "webdav"] + settings
                return words.map(\.shellWord).joined(separator: " ")
            }
            .joined(separator: "\n")
        }
    }

    /// What is to be done besides, in a sentence.
    func remark(_ call: ProgramCall) -> String? {
        switch self {
        case .docker:
            guard let program = DockerCredential.helper(for: call)?.program else { return nil }
            return "docker reads this in ~/.docker/config.json, and finds in PATH, once you have typed it: "
                + "ln -s \"$(command -v session-console)\" ~/.local/bin/\(program)"
        case .cargo: return "cargo reads this in ~/.cargo/config.toml."
        case .pip: return "pip finds the program keyring in PATH: ~/.local/bin must be in it."
        default: return nil
        }
    }

    /// A program that the client starts, which every client of MCP can.
    private static func server(_ call: ProgramCall, _ api: URL) -> JSONObject {
        let words = ["mcp", api.absoluteString] + call.allOptions
        return ["type": "stdio", "command": "session-console", "args": .array(words.map { .string($0) })]
    }

    /// Whether its lines hand out a token that must be of use without a proof of a key.
    var needsBareToken: Bool {
        switch self {
        case .git, .curl, .docker, .cargo, .pip, .npm, .rclone: true
        case .kubectl, .mcp: false
        }
    }

    /// Whether its lines name an API.
    var needsAPI: Bool {
        switch self {
        case .docker, .cargo, .pip, .npm, .rclone: true
        case .git, .kubectl, .mcp, .curl: false
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

    private static func cargo(_ call: ProgramCall, _ name: String, _ api: URL) -> [String] {
        let words = ["session-console", "credential", CredentialAsker.cargo.rawValue] + call.allOptions
        let quoted = { (text: String) in JSONValue.string(text).printable }
        return [
            "[registries.\(name)]", "index = \(quoted("sparse+\(api.withSlash)"))",
            "credential-provider = [\(words.map(quoted).joined(separator: ", "))]",
        ]
    }

    /// No `keyring` that is there is replaced; pip asks one only where the index has a user name.
    private static func pip(_ call: ProgramCall, _ api: URL) -> [String] {
        let answer = (["session-console", "credential", CredentialAsker.keyring.rawValue] + call.allOptions)
            .map(\.shellWord).joined(separator: " ")
        let text = api.withSlash
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        let index = "\(text[..<start])\(GitCredential.userName)@\(text[start...])"
        return [
            "mkdir -p ~/.local/bin",
            "(set -C; printf '%s\\n' '#!/bin/sh' \("exec \(answer) \"$@\"".shellWord) > ~/.local/bin/keyring)"
                + " && chmod +x ~/.local/bin/keyring",
            "pip config set global.keyring-provider subprocess",
            "pip config set global.index-url \(index.shellWord)",
        ]
    }

    private static func npm(_ call: ProgramCall, _ api: URL) -> [String] {
        let text = api.withSlash
        let place = text[(text.firstRange(of: "//")?.lowerBound ?? text.startIndex)...]
        let variable = "NPM_TOKEN"
        return [
            "npm config set --location=user \("registry=\(text)".shellWord) "
                + "\(place):_authToken=${\(variable)}".shellWord,
            "\(call.aboutAPIs("proxy", "--as", variable)) -- npm install",
        ]
    }
}

extension ProgramCall {
    /// The options by which another call finds the session and its APIs.
    fileprivate var allOptions: [String] { options + apis.flatMap { ["--api", $0] } }
}

extension [URL] {
    /// Each with a name: `api`, `api-2`.
    fileprivate var named: [(name: String, api: URL)] {
        enumerated().map { index, api in (index == 0 ? "api" : "api-\(index + 1)", api) }
    }
}

extension URL {
    /// Its text, with a slash at the end.
    fileprivate var withSlash: String { absoluteString.hasSuffix("/") ? absoluteString : absoluteString + "/" }
}
