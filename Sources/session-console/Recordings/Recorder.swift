import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import Synchronization

/// Writes the moments of one session to a file, as they happen; a line with a secret of the session is left out.
final class Recorder: Sendable {
    /// A longer line is not read, so it is not written.
    static let lineLimit = 1 << 20

    private struct State {
        /// Until the session is known, whose secrets are searched for, moments wait.
        var session: Session?
        var waiting: [Moment] = []
        var header: RecordingHeader
        var lastEvent = 0
        var lastStatus: SessionStatus?
        var lineCount = 0
        var leftOut = 0
        var failure: FileFailure?
    }

    let file: RecordingFile
    private let withBodies: Bool
    private let state: Mutex<State>

    init(_ file: RecordingFile, _ header: RecordingHeader, withBodies: Bool) {
        self.file = file
        self.withBodies = withBodies
        state = Mutex(State(header: header))
    }

    /// The name of a recording's file where none is given: `session-20261123-140530.jsonl`, by UTC.
    static func usualName(at time: Date) -> String {
        let digits = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        return "session-\(digits.replacing("T", with: "-").filter { $0 != "Z" }).jsonl"
    }

    /// `nil` without `--record`; throws if its file exists, or can't be created.
    convenience init?(_ context: CommandContext) throws(CommandFailure) {
        guard let path = context.invocation.value(of: .record) else { return nil }
        self.init(
            try RecordingFile(creating: path),
            RecordingHeader(started: Date(), command: context.command.name, profile: nil, configuration: nil),
            withBodies: context.invocation.contains(.recordBodies))
    }

    /// Begins the file, with what has waited for the session.
    func attach(_ session: Session, _ settings: ProviderSettings) {
        state.withLock { state in
            guard state.session == nil else { return }
            state.session = session
            state.header.profile = settings.profile
            state.header.configuration = settings.recorded
            let header = state.header.record
            if session.containsSecret(Array(header.serialized().utf8)) { state.header.configuration = nil }
            append(state.header.record, &state)
            let waiting = state.waiting
            state.waiting = []
            for moment in waiting { write(moment, session, &state) }
        }
    }

    /// Records a moment; an event once, and a status only where it differs from the last.
    func take(_ moment: Moment) {
        state.withLock { state in
            switch moment.occurrence {
            case .event(let event):
                guard event.sequence > state.lastEvent else { return }
                state.lastEvent = event.sequence
            case .status(let status):
                guard status != state.lastStatus else { return }
                state.lastStatus = status
            default: break
            }
            if let session = state.session {
                write(moment, session, &state)
            } else {
                state.waiting.append(moment)
            }
        }
    }

    /// What became of the recording.
    var result: RecordingResult {
        state.withLock { state in
            RecordingResult(
                path: file.path, lineCount: state.lineCount, leftOut: state.leftOut, failure: state.failure)
        }
    }

    private func write(_ moment: Moment, _ session: Session, _ state: inout State) {
        var line = moment.redacted(by: session).record(withBodies: withBodies)
        if withBodies, isTooLong(line) { line = moment.redacted(by: session).record(withBodies: false) }
        let reason =
            isTooLong(line)
            ? "it is longer than \(Self.lineLimit >> 20) MiB"
            : session.containsSecret(Array(line.serialized().utf8)) ? "it contains a secret of the session" : nil
        guard let reason else { return append(line, &state) }
        state.leftOut += 1
        var note: JSONObject = ["time": moment.time.recorded, "left_out": reason.recorded]
        note["sequence"] = line["sequence"]
        append(note, &state)
    }

    private func isTooLong(_ line: JSONObject) -> Bool { line.serialized().utf8.count >= Self.lineLimit }

    private func append(_ line: JSONObject, _ state: inout State) {
        guard state.failure == nil else { return }
        state.failure = file.append(line.serialized())
        if state.failure == nil { state.lineCount += 1 }
    }
}

/// What became of a recording, for the user.
struct RecordingResult: Sendable {
    var path: String
    var lineCount: Int
    /// How many moments were left out.
    var leftOut: Int
    var failure: FileFailure?

    /// What the user must know of it; `nil` where the recording is whole.
    var warning: String? {
        if let failure { return "\(path) ends early, after line \(lineCount): \(failure.clause)" }
        guard leftOut > 0 else { return nil }
        let moments = leftOut == 1 ? "1 moment" : "\(leftOut) moments"
        return "\(path) lacks \(moments): with a secret of the session in it, or longer than 1 MiB"
    }
}
