import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import SessionCore
import Synchronization
import TerminalUI

/// Writes the moments of one session to a file, as they happen; a line with a secret of the session is left out.
final class Recorder: Sendable {
    /// A longer line is not read, so it is not written.
    static let lineLimit = 1 << 20

    private struct State {
        /// Until the session is known, whose secrets are searched for, moments wait.
        var session: Session?
        /// Whether no session is recorded: what is seen of other programs is without secrets.
        var isOfWatch = false
        var waiting: [Moment] = []
        var header: RecordingHeader
        var lastEvent = 0
        var lastStatus: SessionStatus?
        var lineCount = 0
        var leftOut = RecordingResult.LeftOut()
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

    /// The name, or the first one with a number that no file has.
    static func free(_ name: String) -> String {
        var facts = stat()
        guard lstat(name, &facts) == 0 else { return name }
        return (2...99).lazy.map { name.replacing(".jsonl", with: "-\($0).jsonl") }
            .first { lstat($0, &facts) != 0 } ?? name
    }

    /// `nil` without `--record`; throws if its file exists, or can't be created.
    convenience init?(_ context: CommandContext) throws(CommandFailure) {
        guard let path = context.recordingPath else {
            guard context.recordsBodies else { return nil }
            throw CommandFailure(
                .badCommandLine, "--record-bodies is given without --record.",
                advice: "Name the recording: --record FILE --record-bodies")
        }
        self.init(
            try RecordingFile(creating: path),
            RecordingHeader(started: Date(), command: context.command.name, profile: nil, configuration: nil),
            withBodies: context.recordsBodies)
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

    /// Begins the file of a watch.
    func attachToWatch() {
        state.withLock { state in
            state.isOfWatch = true
            append(state.header.record, &state)
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
            } else if state.isOfWatch {
                append(moment.record(withBodies: false), &state)
            } else {
                state.waiting.append(moment)
            }
        }
    }

    /// What became of the recording.
    var result: RecordingResult {
        state.withLock { state in
            RecordingResult(
                path: file.path, lineCount: state.lineCount, leftOut: state.leftOut, failure: state.failure,
                isDeleted: file.isDeleted)
        }
    }

    /// Whether a line could not be written; none is written after it.
    var hasFailed: Bool { state.withLock { $0.failure != nil } }

    private func write(_ moment: Moment, _ session: Session, _ state: inout State) {
        var line = moment.redacted(by: session).record(withBodies: withBodies)
        if withBodies, isTooLong(line) { line = moment.redacted(by: session).record(withBodies: false) }
        let reason: String
        if isTooLong(line) {
            state.leftOut.tooLong += 1
            reason = "it is longer than \(Self.lineLimit >> 20) MiB"
        } else if session.containsSecret(Array(line.serialized().utf8)) {
            state.leftOut.withSecret += 1
            reason = "it contains a secret of the session"
        } else {
            return append(line, &state)
        }
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
    var leftOut = LeftOut()
    var failure: FileFailure?
    var isDeleted = false

    /// How many moments were left out, and why.
    struct LeftOut: Sendable, Equatable {
        var withSecret = 0
        var tooLong = 0
    }

    /// What the user must know of it; `nil` where nothing is missing.
    var warning: String? {
        if let damage { return damage }
        let reasons = [
            (leftOut.withSecret, "with a secret of the session in it"),
            (leftOut.tooLong, "longer than \(Recorder.lineLimit >> 20) MiB"),
        ]
        .filter { $0.0 > 0 }.map { count, reason in "\(count == 1 ? "1 moment" : "\(count) moments") \(reason)" }
        return reasons.isEmpty ? nil : "\(path) lacks \(reasons.joined(separator: ", and "))"
    }

    /// Why the file is not what was to be written: not because of moments that were left out on purpose.
    private var damage: String? {
        if isDeleted { return "\(path) was deleted while it was written: the recording is lost" }
        return failure.map { "\(path) ends early, after line \(lineCount): \($0.clause)" }
    }

    /// Records what the user must know, or throws that if the file is not whole, for a command that has otherwise done
    /// its work.
    func requireWhole(_ output: Output) throws(CommandFailure) {
        if let damage { throw CommandFailure(.failed, "\(damage).") }
        tell(output)
    }

    func tell(_ output: Output) {
        if let warning { output.inform(SafeText.plain(warning, glyphs: .unicode)) }
    }
}
