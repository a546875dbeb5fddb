import ConsoleApp
import Glibc

/// A file that a person named.
enum SavedFile {
    /// Writes a new file that only its owner can read, because it may hold what only they may see; never replaces one.
    static func write(_ bytes: [UInt8], to path: String, environment: [String: String]) -> Result<Int, ToolFailure> {
        let path = expanded(path, environment: environment)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failure(ToolFailure(reason(errno))) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = ToolFailure(reason(errno))
                unlink(path)
                return .failure(failure)
            }
            written += count
        }
        return .success(written)
    }

    /// The path with the home folder in the place of `~`.
    static func expanded(_ path: String, environment: [String: String]) -> String {
        let home = environment["HOME"] ?? ""
        return path.hasPrefix("~/") && !home.isEmpty ? home + path.dropFirst() : path
    }

    private static func reason(_ code: Int32) -> String {
        code == EEXIST ? "a file with that name exists" : String(cString: strerror(code))
    }
}
