import Glibc

/// A file that the user names to write to; only its owner can read it.
struct ArchiveFile: Sendable {
    let path: String

    /// Throws if nothing can be written there.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        var facts = stat()
        if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw CommandFailure(.badCommandLine, "\(path): it is not a regular file.", advice: Self.advice)
        }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard !path.isEmpty, stat(folder, &facts) == 0, access(folder, W_OK | X_OK) == 0 else {
            let reason = path.isEmpty ? "The name is empty" : "\(path): \(String(cString: strerror(errno)))"
            throw CommandFailure(.badCommandLine, "\(reason).", advice: Self.advice)
        }
    }

    private static let advice = "Name a file for --har in a folder that exists and is writable."

    /// Replaces the file, if there is one; a failure leaves it as it was.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard let code = ReplacedFile.write(bytes, to: path) else { return }
        throw CommandFailure(.failed, "\(path) was not written: \(String(cString: strerror(code))).")
    }
}
