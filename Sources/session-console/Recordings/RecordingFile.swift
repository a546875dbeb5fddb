import HostSystem
import SessionCore

/// A new file that lines are appended to, each whole or not at all.
final class RecordingFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Creates the file, which only its owner can read; throws if there is one already.
    init(creating path: String) throws(CommandFailure) {
        self.path = path
        guard path != "-" else {
            throw CommandFailure(
                .badCommandLine, "A recording can't go to standard output, which carries the command's output.",
                advice: "Name a new file, such as --record session.jsonl; ./- is a file with that name.")
        }
        do throws(FileFailure) {
            descriptor = try NewFile.create(path, O_APPEND)
        } catch {
            throw CommandFailure(
                .badCommandLine, "\(path.isEmpty ? "--record" : path): \(error.clause).",
                advice: "Name a new file in a folder that exists and is writable; a recording never replaces one.")
        }
    }

    /// Writes to a file that exists already.
    init(writing path: String) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Appends a line; returns why that is not possible.
    func append(_ line: String) -> FileFailure? {
        FileCalls.system.append(Array(line.utf8) + [0x0A], to: descriptor).map { FileFailure(path, .system($0)) }
    }

    /// Whether the file has no name any more, so that it is gone with this program.
    var isDeleted: Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_nlink == 0
    }

    /// Removes the file; for a recording of something that never began.
    func remove() { unlink(path) }
}
