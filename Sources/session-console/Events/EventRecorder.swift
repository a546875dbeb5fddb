import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import Synchronization

/// Writes a process's events into the profile's event file, so that every process can tell what the others did.
final class EventRecorder: EventSink {
    /// How many lines are kept while another process holds the file's lock.
    private static let waitingLimit = 1_000

    let file: EventFile
    /// What this process is called in the record: the command's name, or `console`.
    let program: String

    /// The lines that are not in the file yet.
    private let waiting = Mutex<[String]>([])

    init(_ file: EventFile, program: String) {
        self.file = file
        self.program = program
    }

    /// `nil` where the session is kept nowhere, so that no other process could care.
    convenience init?(_ settings: ProviderSettings, _ folders: Folders, program: String) {
        guard settings.store != .memory else { return nil }
        self.init(EventFile(path: folders.eventFile(profile: settings.profile)), program: program)
    }

    /// Blocks the thread while another process holds the file's lock, for a bounded time; what can't be written then is
    /// written with the next events.
    func take(_ events: [SessionEvent]) {
        let lines = waiting.withLock { waiting in
            let lines = waiting + events.filter(\.isRecorded).map(line)
            waiting = []
            return Array(lines.suffix(Self.waitingLimit))
        }
        guard file.append(lines) == .locked else { return }
        waiting.withLock { $0 = lines + $0 }
    }

    private func line(_ event: SessionEvent) -> String {
        var line = event.json
        line["process"] = .number(JSONNumber(Int(getpid())))
        line["program"] = .string(program)
        let text = line.serialized()
        return text.utf8.count < file.lineLimit ? text : line.shortened(to: file.lineLimit / 32).serialized()
    }
}

extension JSONObject {
    /// The object with every text cut to a length in bytes; what holds more than texts and numbers is left out.
    fileprivate func shortened(to limit: Int) -> JSONObject {
        var short: JSONObject = [:]
        for member in members {
            switch member.value {
            case .string(let text):
                short[member.name] = .string(
                    text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…")
            case .number, .bool, .null: short[member.name] = member.value
            case .array, .object: break
            }
        }
        return short
    }
}

extension SessionEvent {
    /// Whether other processes care: a restored session and the messages on the wire are this process's own affair, and
    /// the end of a session has been recorded by the process that ended it.
    fileprivate var isRecorded: Bool {
        switch kind {
        case .configured, .exchange, .endedElsewhere: false
        default: true
        }
    }
}
