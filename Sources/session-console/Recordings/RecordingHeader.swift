import CurlTransport
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// The first line of a recording: what was recorded, and by which program.
struct RecordingHeader: RecordedByMembers {
    /// The format that this program writes; a change that older programs can't read gets the next number.
    static let currentFormat = 1

    var format: Int
    /// The program's version.
    var version: String
    var started: Date
    /// The command that was recorded; `console` for the console.
    var command: String
    var profile: String?
    /// The command that watches other programs.
    static let watch = "watch"
    var isOfWatch: Bool { command == Self.watch }
    /// The settings of the session, without secrets.
    var configuration: JSONObject?

    init(
        format: Int = Self.currentFormat, version: String = Version.current, started: Date, command: String,
        profile: String?, configuration: JSONObject?
    ) {
        (self.format, self.version, self.started) = (format, version, started)
        self.command = command.isEmpty ? "console" : command
        (self.profile, self.configuration) = (profile, configuration)
    }

    static let members = Members(
        Self.init(format:version:started:command:profile:configuration:),
        .needed("session_console_recording", \.format), .needed("version", \.version), .needed("started", \.started),
        .needed("command", \.command), .optional("profile", \.profile), .optional("configuration", \.configuration))
}

extension ProviderSettings {
    /// The settings that explain what a session does, without secrets and without names of files.
    var recorded: JSONObject {
        var json: JSONObject = [
            "issuer": client.issuer.recorded, "client_id": client.clientID.recorded, "scope": client.scope.recorded,
            "api": client.apis.recorded, "on_401": client.unauthorizedPolicy.rawValue.recorded,
            "redirect_uri": redirectURI.recorded,
        ]
        json.set("store", storeName)
        json.set("client_auth", authenticationName)
        if !client.endpoints.isEmpty {
            let endpoints = client.endpoints.sorted { $0.key.rawValue < $1.key.rawValue }
            json["endpoints"] = .object(JSONObject(endpoints.map { ($0.key.rawValue, $0.value.recorded) }))
        }
        if !client.resources.isEmpty { json.set("resource", client.resources) }
        json.set("audience", client.audience)
        if client.pushesAuthorizationRequests { json["par"] = true }
        if client.proofKey != nil { json["dpop"] = true }
        if client.allowsPlainHTTP { json["allow_http"] = true }
        if transport.proxy != nil { json["proxy"] = true }
        json.set("timeout", transport.timeout)
        json.set("max_time", transport.maximumTime)
        return json
    }

    private var storeName: String {
        switch store {
        case .memory: "memory"
        case .file: "file"
        case .helper(let helper): "helper:\(helper.name)"
        }
    }

    private var authenticationName: String {
        let method: ClientAuthenticationName =
            switch client.authentication {
            case .none: .none
            case .basic: .basic
            case .post: .post
            case .privateKeyJWT: .privateKeyJWT
            case .mutualTLS: .mutualTLS
            }
        return method.rawValue
    }
}
