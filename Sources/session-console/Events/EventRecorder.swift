import FoundationEssentials
import Glibc
import JOSE
import SessionCore

/// Writes a process's events into the profile's event file, so that every process can tell what the others did.
struct EventRecorder: EventSink {
    let file: EventFile
    /// What this process is called in the record: the command's name, or `console`.
    let program: String

    /// `nil` where the session is kept nowhere, so that no other process could care.
    init?(_ settings: ProviderSettings, _ folders: Folders, program: String) {
        guard settings.store != .memory else { return nil }
        file = EventFile(path: folders.eventFile(profile: settings.profile))
        self.program = program
    }

    func take(_ events: [SessionEvent]) {
        file.append(
            events.filter(\.isRecorded).map { event in
                var line = event.json
                line["process"] = .number(JSONNumber(Int(getpid())))
                line["program"] = .string(program)
                return line.serialized()
            })
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
