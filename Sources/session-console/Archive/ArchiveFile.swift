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

    /// Writes a temporary file beside it and puts that in its place; a failure leaves the file as it was.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        var name = Array("\(path).XXXXXX".utf8CString)
        // Of mode 0600.
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw failure() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        var failure: CommandFailure? = rest.isEmpty && fsync(descriptor) == 0 ? nil : self.failure()
        close(descriptor)
        if failure == nil, rename(name, path) != 0 { failure = self.failure() }
        guard let failure else { return }
        unlink(name)
        throw failure
    }

    private func failure() -> CommandFailure {
        CommandFailure(.failed, "\(path) was not written: \(String(cString: strerror(errno))).")
    }
}
