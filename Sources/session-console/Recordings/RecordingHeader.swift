import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings

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
    /// The command that watches a server from its own side.
    static let server = "watch --serve"

    /// The command that is shown so.
    static func command(of stage: ConsoleStage) -> String { stage == .server ? server : watch }

    var isOfWatch: Bool { command == Self.watch || command == Self.server }
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
