import HostSystem

/// A lock between processes, on a file of its own or on a part of it, which the kernel frees when its holder dies.
struct LockFile {
    let path: String
    var extent = LockExtent.file

    /// How often a file that can't be opened is repaired before it counts as beyond repair.
    private static let repairLimit = 8

    /// Waits without blocking a thread and returns the descriptor that holds the lock until it is closed.
    ///
    /// The holder's process number is in the file, for the waiter that gives up; a file that is shared has none.
    func lock(until end: Duration, clock: any SessionClock) async throws -> Int32 {
        while true {
            let file = try await open(until: end, clock: clock)
            do {
                try await Self.wait(for: file, path, extent, until: end, clock: clock)
                // A file that was removed or replaced while this process waited locks out no other process.
                guard isInPlace(file) else {
                    close(file)
                    guard clock.uptime < end else { throw StoreError.locked("another process") }
                    continue
                }
            } catch {
                close(file)
                throw error
            }
            if case .file = extent {
                let note = Array("\(getpid())\n".utf8)
                ftruncate(file, 0)
                _ = FileCalls.system.writeAll(note, to: file)
            }
            return file
        }
    }

    /// Locks an open file or folder.
    static func wait(
        for file: Int32, _ path: String, _ extent: LockExtent = .file, until end: Duration, clock: any SessionClock
    ) async throws {
        var pause = Duration.milliseconds(2)
        while extent.lock(file) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw FileFailure(path) }
            let left = end - clock.uptime
            guard left > .zero else { throw StoreError.locked(holder(file)) }
            try await clock.sleep(for: min(pause, left))
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    private func open(until end: Duration, clock: any SessionClock) async throws -> Int32 {
        for _ in 0..<Self.repairLimit {
            do throws(FileFailure) {
                let (file, facts) = try RegularFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
                leave(file, facts, to: PrivateFolder(of: path))
                return file
            } catch {
                guard error.isObstacle else { throw error }
                try await LockRepair(path: path, failure: error).run(until: end, clock: clock)
            }
        }
        throw FileFailure(path, .system(EACCES))
    }

    /// Makes the folder's user the owner of what root has created there: the user could not open it otherwise.
    private func leave(_ file: Int32, _ facts: stat, to folder: PrivateFolder) {
        guard geteuid() == 0, facts.st_uid == 0 else { return }
        var folderFacts = stat()
        guard stat(folder.path, &folderFacts) == 0, folderFacts.st_uid != 0 else { return }
        _ = fchown(file, folderFacts.st_uid, folderFacts.st_gid)
    }

    private func isInPlace(_ file: Int32) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    private static func holder(_ file: Int32) -> String {
        var note = [UInt8](repeating: 0, count: 20)
        let count = pread(file, &note, note.count, 0)
        let digits = note.prefix(max(count, 0)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
    }
}

extension FileFailure {
    /// Whether something is in a file's place that may be repaired or replaced.
    fileprivate var isObstacle: Bool {
        switch reason {
        case .system(let code): code == EACCES || code == EPERM || code == ELOOP || code == EISDIR
        case .notRegular: true
        case .tooLarge, .foreign, .changed: false
        }
    }
}
