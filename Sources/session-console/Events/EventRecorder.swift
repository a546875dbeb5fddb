import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import SessionCore
import Synchronization

/// Writes a process's events to the profile's event file, so that every process can show what the others did.
final class EventRecorder: EventSink {
    /// How many events are kept while another process holds the file's lock.
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

    /// What is not in the file yet.
    private let waiting = Mutex<[OtherProcessEvent]>([])
    private let allowance = Mutex((lines: callLimit, at: ContinuousClock.now))
    /// How many events were left out since the last line.
    private let leftOut = Mutex(0)

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
        let newest = waiting.withLock { waiting in
            defer { waiting = [] }
            return (waiting + chosen(of: events.filter(\.isRecorded))).newest(Self.waitingLimit)
        }
        guard file.append(newest.map { $0.record.serialized() }) == .locked else { return }
        waiting.withLock { $0 = newest + $0 }
    }

    /// Without the oldest of more calls than the allowance; the next one says how many they were.
    private func chosen(of events: [SessionEvent]) -> [OtherProcessEvent] {
        let calls = events.count(where: \.isOfCall)
        var left = allowance.withLock { allowance in
            let now = ContinuousClock.now
            let seconds = min(60, allowance.at.duration(to: now) / .seconds(1))
            let lines = min(Self.callLimit, allowance.lines + Int(seconds * Double(Self.callsPerSecond)))
            if lines > allowance.lines { allowance.at = now }
            allowance.lines = max(0, lines - calls)
            return max(0, calls - lines)
        }
        return leftOut.withLock { leftOut in
            events.compactMap { event in
                if left > 0, event.isOfCall {
                    (left, leftOut) = (left - 1, leftOut + 1)
                    return nil
                }
                defer { leftOut = 0 }
                return OtherProcessEvent(
                    ofThisProcess: program, session: session, event: event,
                    leftOut: leftOut > 0 ? leftOut : nil)
            }
        }
    }
}

extension [OtherProcessEvent] {
    /// The last of them; the first of those says how many are left out before it.
    fileprivate func newest(_ limit: Int) -> Self {
        var kept = Array(suffix(limit))
        guard kept.count < count else { return kept }
        kept[0].leftOut = dropLast(kept.count).reduce(kept[0].leftOut ?? 0) { $0 + 1 + ($1.leftOut ?? 0) }
        return kept
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
