import FoundationEssentials
import Glibc
import JOSE
import Recordings
import SessionCore
import Synchronization

/// Writes a process's events to the profile's event file, so that every process can show what the others did.
final class EventRecorder: EventSink {
    /// How many lines are kept while another process holds the file's lock.
    private static let waitingLimit = 1_000

    let file: EventFile
    /// The name of this process in the record: the command's name, or `console`.
    let program: String
    /// Which of the profile's sessions in this process it is.
    let session: Int

    /// The lines that are not in the file yet.
    private let waiting = Mutex<[String]>([])

    init(_ file: EventFile, program: String, session: Int = 1) {
        self.file = file
        self.program = program
        self.session = session
    }

    /// `nil` if the session is not stored, so that no other process uses it.
    convenience init?(_ settings: ProviderSettings, _ folders: Folders, program: String, session: Int = 1) {
        guard settings.store != .memory else { return nil }
        self.init(EventFile(path: folders.eventFile(profile: settings.profile)), program: program, session: session)
    }

    /// Blocks the thread for a limited time while another process holds the file's lock; events that can't be written
    /// are written with the next ones.
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
        var line = event.withoutContents.json
        line.set("process", Int(getpid()))
        line.set("program", program)
        if session > 1 { line.set("session", session) }
        return line.serialized()
    }
}

extension SessionEvent {
    /// Whether other processes need the event.
    ///
    /// They don't need a restored session, nor the beginning of a message, and the process that ended a session has
    /// recorded the end itself.
    var isRecorded: Bool {
        switch kind {
        case .configured, .exchangeStarted, .endedElsewhere: false
        default: true
        }
    }
}
