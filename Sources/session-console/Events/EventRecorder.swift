import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import SessionCore
import Synchronization

/// Writes a process's events to the profile's event file, so that every process can show what the others did.
final class EventRecorder: EventSink {
    /// How many lines are kept while another process holds the file's lock.
    private static let waitingLimit = 1_000
    /// How many lines about calls are written of a burst, and how many a second where it goes on: the file has no room
    /// for more, and to write a line takes longer than the call.
    private static let callLimit = 900
    private static let callsPerSecond = 500

    let file: EventFile
    /// The name of this process in the record: the command's name, or `console`.
    let program: String
    /// Which of the profile's sessions in this process it is.
    let session: Int

    /// The lines that are not in the file yet.
    private let waiting = Mutex<[String]>([])
    private let allowance = Mutex((lines: callLimit, at: ContinuousClock.now))

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
            let lines = waiting + chosen(of: events.filter(\.isRecorded)).map(line)
            waiting = []
            return Array(lines.suffix(Self.waitingLimit))
        }
        guard file.append(lines) == .locked else { return }
        waiting.withLock { $0 = lines + $0 }
    }

    /// Without the oldest of more calls than the allowance; a reader sees the gap in the numbers.
    private func chosen(of events: [SessionEvent]) -> [SessionEvent] {
        let calls = events.count(where: \.isOfCall)
        var left = allowance.withLock { allowance in
            let now = ContinuousClock.now
            let seconds = min(60, allowance.at.duration(to: now) / .seconds(1))
            let lines = min(Self.callLimit, allowance.lines + Int(seconds * Double(Self.callsPerSecond)))
            if lines > allowance.lines { allowance.at = now }
            allowance.lines = max(0, lines - calls)
            return max(0, calls - lines)
        }
        guard left > 0 else { return events }
        return events.filter { event in
            guard left > 0, event.isOfCall else { return true }
            left -= 1
            return false
        }
    }

    private func line(_ event: SessionEvent) -> String {
        OtherProcessEvent(program: program, number: Int(getpid()), session: session, event: event.withoutContents)
            .record.serialized()
    }
}

extension SessionEvent {
    /// Whether it is one of the many that a call brings in any case.
    fileprivate var isOfCall: Bool {
        let traits = kind.traits
        return !traits.isMain && (traits.subject == .call || traits.subject == .message)
    }

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
