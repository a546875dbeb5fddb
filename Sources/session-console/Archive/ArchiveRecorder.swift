import JOSE
import SessionCore
import Synchronization

/// Collects the exchanges of a command, and writes them to the file of `--har` when the command ends.
final class ArchiveRecorder: EventSink {
    private struct State {
        var entries: [JSONValue] = []
        var leftOut = 0
        var isWritten = false

        mutating func dropOldest(keeping limit: Int) {
            let count = entries.count - limit
            guard count > 0 else { return }
            leftOut += count
            entries.removeFirst(count)
        }
    }

    private let file: ArchiveFile
    /// The most exchanges that are kept, the latest.
    private let limit: Int
    private let state = Mutex(State())

    /// `nil` without `--har`; throws if its file can't be written, before anything is sent.
    init?(_ context: CommandContext) throws(CommandFailure) {
        guard let path = context.invocation.value(of: .har) else { return nil }
        file = try ArchiveFile(path, of: .har)
        limit = 10_000
    }

    init(_ file: ArchiveFile, limit: Int) {
        self.file = file
        self.limit = limit
    }

    func take(_ events: [SessionEvent]) {
        for event in events {
            guard case .exchange(let exchange) = event.kind else { continue }
            let entry = exchange.archiveEntry
            state.withLock { state in
                state.entries.append(entry)
                // Half of them at once, so that the others are seldom moved.
                if state.entries.count >= 2 * limit { state.dropOldest(keeping: limit) }
            }
        }
    }

    /// What has been collected.
    var archive: HTTPArchive {
        state.withLock { state in
            state.dropOldest(keeping: limit)
            let comment = state.leftOut > 0 ? "\(state.leftOut) earlier exchanges are left out" : nil
            return HTTPArchive(entries: state.entries, comment: comment)
        }
    }

    /// Writes the archive once, unless it contains a secret that the session knows.
    func write(checkedBy session: Session) throws(CommandFailure) {
        let isFirst = state.withLock { state in
            defer { state.isWritten = true }
            return !state.isWritten
        }
        guard isFirst else { return }
        let archive = archive
        if let place = archive.secretPlace(session) {
            throw CommandFailure(
                .failed,
                "\(file.path) was not written: \(place) contains a secret of the session.",
                advice: "Send secrets in an Authorization field only: its value is masked.")
        }
        try file.write(Array((archive.json.serialized() + "\n").utf8))
    }
}
