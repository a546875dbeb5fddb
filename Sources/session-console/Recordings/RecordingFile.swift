import Glibc
import SessionCore

/// A new file that lines are appended to, each in one go, so that a crash loses the last one at most.
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
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor < 0 else { return }
        let reason = errno == EEXIST ? "a file with that name exists" : String(cString: strerror(errno))
        throw CommandFailure(
            .badCommandLine, "\(path.isEmpty ? "--record" : path): \(reason).",
            advice: "Name a new file in a folder that exists and is writable; a recording never replaces one.")
    }

    /// Writes to a file that exists already.
    init(writing path: String) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Appends a line; returns why that is not possible.
    func append(_ line: String) -> FileFailure? {
        let bytes = Array(line.utf8) + [0x0A]
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return FileFailure(path, .system(errno)) }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Whether the file has no name any more, so that it is gone with this program.
    var isDeleted: Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_nlink == 0
    }

    /// Removes the file; for a recording of something that never began.
    func remove() { unlink(path) }
}
