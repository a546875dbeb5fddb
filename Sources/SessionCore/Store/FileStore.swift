import Glibc
import Synchronization

/// Keeps the record in a file, for this process and every other that is given the same path.
///
/// The file is 0600 in a folder of 0700. Looser modes are repaired, the folder's only where it is the user's own, with
/// no folders in it: then it is taken to be there for sessions. Next to the file there may be a `.lock`, which is
/// empty of secrets and stays, a `.tmp` while a record is written, and records that were set aside as `.damaged-N`.
public final class FileStore: SessionStore {
    /// More than any record needs; what is larger is damaged.
    private static let sizeLimit = 1 << 20

    public var sizeLimit: Int? { Self.sizeLimit }

    /// The record's file.
    public let path: String

    private let queue = LockQueue()

    /// Creates a store; nothing is touched until it is used, and missing folders are made when it is written.
    public init(path: String) {
        self.path = path
    }

    public func read() throws(StoreError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable("\(path): \(systemError())")
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw .unreadable("\(path): \(systemError())") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .unreadable("\(path) is no file") }
        if facts.st_mode & 0o077 != 0, facts.st_uid == geteuid() { fchmod(file, 0o600) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= Self.sizeLimit {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable("\(path): \(systemError())") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Writes a temporary file, makes it last, and puts it in the place of the record in one step.
    public func write(_ record: [UInt8]) throws(StoreError) {
        try makeFolder()
        let temporary = path + ".tmp"
        // Left by a process that died while it wrote: whoever writes holds the lock.
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .unwritable("\(temporary): \(systemError())") }
        let isWritten = record.withUnsafeBytes { writeAll($0, to: file) } && fsync(file) == 0
        let failure = systemError()
        close(file)
        guard isWritten, rename(temporary, path) == 0 else {
            let reason = isWritten ? systemError() : failure
            unlink(temporary)
            throw .unwritable("\(path): \(reason)")
        }
        syncFolder()
    }

    public func remove() throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .unwritable("\(path): \(systemError())") }
        syncFolder()
    }

    public func setAside() throws(StoreError) -> String {
        for number in 1...999 {
            let name = "\(path).damaged-\(number)"
            // Unlike rename(2), link(2) never replaces what is there.
            if link(path, name) == 0 {
                unlink(path)
                syncFolder()
                return name
            }
            guard errno == EEXIST else { break }
        }
        throw .unwritable("\(path) is damaged and can't be set aside: \(systemError())")
    }

    public func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        let end = clock.uptime + limit
        switch await queue.lock(within: limit, clock: clock) {
        case .locked: break
        case .timedOut: throw StoreError.locked("another session of this program")
        case .cancelled: throw CancellationError()
        }
        do {
            try makeFolder()
            let file = try await LockFile.lock(path + ".lock", until: end, clock: clock)
            return StoreLock { [queue] in
                // Closing alone would leave the lock to a child that is just being started, until it runs its program.
                flock(file, LOCK_UN)
                close(file)
                queue.unlock()
            }
        } catch {
            queue.unlock()
            throw error
        }
    }
}

extension FileStore {
    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func makeFolder() throws(StoreError) {
        var facts = stat()
        if stat(folder, &facts) == 0 {
            // A folder has one link more than it has folders; some file systems don't count and say 1.
            let isOurs = facts.st_uid == geteuid() && facts.st_nlink <= 2 && facts.st_mode & S_ISVTX == 0
            if isOurs, facts.st_mode & 0o077 != 0 { chmod(folder, 0o700) }
            return
        }
        var made = folder.hasPrefix("/") ? "/" : ""
        for name in folder.split(separator: "/") {
            made += name + "/"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw .unwritable("\(made): \(systemError())")
            }
        }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Makes a change of the folder last; some file systems can't, and that loses at most the newest record.
    private func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

/// What the system says about the call that has just failed.
func systemError() -> String { String(cString: strerror(errno)) }
