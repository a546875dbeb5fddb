import Glibc

/// A file that only its owner may read, replaced whole, in a folder that is made when it is missing.
package struct PrivateFile: Sendable {
    package let path: String

    private let folder: StoreFolder
    private let calls: FileCalls

    package init(path: String, calls: FileCalls = .system) {
        self.path = path
        self.calls = calls
        folder = StoreFolder(of: path)
    }

    /// Reads a file of at most `limit` bytes and repairs its mode where it is this user's.
    ///
    /// With `isOurs` the file of another user is refused.
    package func read(limit: Int, requiringOwner isOurs: Bool) throws(FileFailure) -> [UInt8] {
        let (file, facts) = try RegularFile.open(path)
        defer { close(file) }
        if facts.st_uid == geteuid() {
            if facts.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
        } else if isOurs {
            throw FileFailure(path, .foreign(owner: facts.st_uid))
        }
        return try RegularFile.contents(of: file, facts, path, limit: limit)
    }

    /// Writes a temporary file, makes it last, and puts it in the file's place in one step.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        try folder.make()
        let temporary = path + ".tmp"
        // Left by a process that died while it wrote: the writer holds the lock.
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileFailure(temporary) }
        let isWritten = bytes.withUnsafeBytes { writeAll($0, to: file) } && calls.sync(file) == 0
        let failure = FileFailure(path)
        close(file)
        guard isWritten, calls.rename(temporary, path) == 0 else {
            let reason = isWritten ? FileFailure(path) : failure
            unlink(temporary)
            throw reason
        }
        sync()
    }

    /// Makes a change of the file's name last.
    func sync() { folder.sync(calls) }

    var weaknesses: [String] { folder.weaknesses }

    private func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = calls.write(file, UnsafeRawBufferPointer(rebasing: rest))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
