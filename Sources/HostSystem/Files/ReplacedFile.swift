/// A file whose contents are replaced as a whole: by a temporary file beside it, which is put in its place.
///
/// Only a plain file is replaced, or made where there is nothing. Of a link the file that it leads to is meant, and the
/// link stays; a link of another user is refused, because its owner would choose the file.
package struct ReplacedFile: Sendable {
    package let path: String

    private let calls: FileCalls
    /// What the temporary file's name adds to the file's own.
    private let temporaryName: @Sendable (String) -> String

    package init(path: String, calls: FileCalls = .system) {
        self.init(path: path, calls: calls) { ".\($0).new" }
    }

    /// A writer that is killed leaves its temporary file, of always the same name: the next one takes it over.
    init(path: String, calls: FileCalls, temporaryName: @escaping @Sendable (String) -> String) {
        self.path = path
        self.calls = calls
        self.temporaryName = temporaryName
    }

    /// Replaces the file; a failure leaves it as it was.
    package func write(_ bytes: [UInt8], mode: mode_t = 0o600) throws(FileFailure) {
        let place = try FilePlace(leadingFrom: path)
        try place.requireReplaceable()
        try replace(place.path, by: bytes, mode: mode)
    }

    /// Replaces the file, or writes to what is there instead: a named pipe, a terminal or another such device, or a
    /// stream that the shell has opened, such as `/dev/stdout`.
    package func writeOrSend(_ bytes: [UInt8], mode: mode_t = 0o600) throws(FileFailure) {
        let place = try FilePlace(leadingFrom: path)
        guard let stream = try place.openStream() else { return try write(bytes, mode: mode) }
        let failure = calls.writeAll(bytes, to: stream)
        close(stream)
        if let failure { throw FileFailure(path, .system(failure)) }
    }

    /// Replaces the file, with its mode, unless somebody else has changed its contents.
    package func write(_ bytes: [UInt8], over old: [UInt8], limit: Int) throws(FileFailure) {
        let place = try FilePlace(leadingFrom: path)
        let (descriptor, facts) = try RegularFile.open(place.path)
        defer { close(descriptor) }
        do throws(FileFailure) {
            let present = try RegularFile.contents(of: descriptor, facts, place.path, limit: limit)
            guard present == old else { throw FileFailure(path, .changed) }
        } catch {
            if case .tooLarge = error.reason { throw FileFailure(path, .changed) }
            throw error
        }
        guard access(place.path, W_OK) == 0 else { throw FileFailure(path) }
        try replace(place.path, by: bytes, mode: facts.st_mode & 0o7777)
    }

    private func replace(_ path: String, by bytes: [UInt8], mode: mode_t) throws(FileFailure) {
        let folder = PrivateFolder(of: path)
        let slash = path.lastIndex(of: "/")
        let name = temporaryName(String(slash.map { path[path.index(after: $0)...] } ?? path[...]))
        let temporary = TemporaryFile(path: slash.map { path[...$0] + name } ?? name)
        let file = try temporary.open()
        // It stays locked until it has the file's name: of two writers, one waits.
        defer { close(file) }
        var failure = calls.writeAll(bytes, to: file)
        if failure == nil, fchmod(file, mode) != 0 || calls.sync(file) != 0 || calls.rename(temporary.path, path) != 0 {
            failure = errno
        }
        if let failure {
            unlink(temporary.path)
            throw FileFailure(path, .system(failure))
        }
        folder.sync(calls)
    }
}

/// The file beside another one that is to take its place.
private struct TemporaryFile {
    let path: String

    /// How long other writers are waited for, and what they leave in its place is removed.
    private static let patience = Duration.seconds(5)

    /// Opens the file, empty and locked; one that a killed writer has left is taken over.
    func open() throws(FileFailure) -> Int32 {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            let file = HostSystem.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard file >= 0 else {
                let failure = FileFailure(path)
                // A link, a pipe, or a file that another user has left.
                guard [ELOOP, ENXIO, EACCES].contains(errno), unlink(path) == 0 else { throw failure }
                continue
            }
            do throws(FileFailure) {
                if try take(file, until: end) { return file }
            } catch {
                close(file)
                throw error
            }
            close(file)
        }
        throw FileFailure(path, .system(EBUSY))
    }

    /// Whether the open file is the one of that name, and nobody else's.
    private func take(_ file: Int32, until end: ContinuousClock.Instant) throws(FileFailure) -> Bool {
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { throw FileFailure(path) }
            usleep(2_000)
        }
        var opened = stat()
        var named = stat()
        guard fstat(file, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return false }
        guard opened.st_mode & S_IFMT == S_IFREG, opened.st_uid == geteuid(), opened.st_nlink == 1 else {
            guard unlink(path) == 0 else { throw FileFailure(path, .foreign(owner: opened.st_uid)) }
            return false
        }
        guard fchmod(file, 0o600) == 0, ftruncate(file, 0) == 0 else { throw FileFailure(path) }
        return true
    }
}
