import FoundationEssentials

/// Where files live, by the XDG Base Directory Specification.
struct Folders: Sendable {
    var profiles: String
    var sessions: String

    /// Throws when neither the XDG variables nor `HOME` say where.
    init(environment: [String: String]) throws(CommandFailure) {
        func base(_ variable: String, _ underHome: String) throws(CommandFailure) -> String {
            // The specification has relative paths ignored.
            if let path = environment[variable], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw CommandFailure(
                    .failed, "Neither \(variable) nor HOME says where files go.",
                    advice: "Set HOME to your home folder.")
            }
            return home + "/" + underHome
        }
        profiles = try base("XDG_CONFIG_HOME", ".config") + "/session-console/profiles"
        sessions = try base("XDG_STATE_HOME", ".local/state") + "/session-console"
    }

    func sessionFile(profile: String) -> String { "\(sessions)/\(profile).session.json" }

    /// What happened to the profile's session lately, in every process.
    func eventFile(profile: String) -> String { "\(sessions)/\(profile).events.jsonl" }
}
