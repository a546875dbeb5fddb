import FoundationEssentials

/// The folders of the program's files, by the XDG Base Directory Specification.
struct Folders: Sendable {
    var profiles: String
    var sessions: String

    /// Throws if neither the XDG variables nor `HOME` name them.
    init(environment: [String: String]) throws(CommandFailure) {
        func base(_ variable: String, _ underHome: String) throws(CommandFailure) -> String {
            // By the specification relative paths are ignored.
            if let path = environment[variable], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw CommandFailure(
                    .failed, "Neither \(variable) nor HOME is set to a folder.",
                    advice: "Set HOME to your home folder.")
            }
            return home + "/" + underHome
        }
        profiles = try base("XDG_CONFIG_HOME", ".config") + "/session-console/profiles"
        sessions = try base("XDG_STATE_HOME", ".local/state") + "/session-console"
    }

    private static let sessionSuffix = ".session.json"

    func sessionFile(profile: String) -> String { "\(sessions)/\(profile)\(Self.sessionSuffix)" }

    /// The profiles, of those that there are and of others, whose sessions are stored in files.
    var storedSessions: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: sessions)) ?? []
        return files.filter { $0.hasSuffix(Self.sessionSuffix) }.map { String($0.dropLast(Self.sessionSuffix.count)) }
            .filter(ProfileFolder.isName)
    }

    /// The secret of a client that was registered for the profile.
    func secretFile(profile: String) -> String { "\(sessions)/\(profile).client-secret" }

    /// The clients that were registered, of all profiles.
    var registrationFile: String { "\(sessions)/registrations.json" }

    /// The address of the profile's proxy.
    func proxyFile(profile: String) -> String { "\(sessions)/\(profile).proxy.json" }

    /// The calls that the profile's console has sent.
    func historyFile(profile: String) -> String { "\(sessions)/\(profile).history.jsonl" }

    /// Which end of the profile's session its command was run for last.
    func logoutClaimFile(profile: String) -> String { "\(sessions)/\(profile).forced-logout" }

    /// The recent events of the profile's session, of every process.
    func eventFile(profile: String) -> String { "\(sessions)/\(profile).events.jsonl" }
}
