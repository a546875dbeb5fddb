import Glibc

/// A lock between processes: `flock` on a file of its own, which the kernel frees when its holder dies.
enum LockFile {
    /// Waits without blocking a thread and returns the descriptor that holds the lock until it is closed.
    ///
    /// The holder's process number is in the file, for whoever gives up waiting.
    static func lock(_ path: String, until end: Duration, clock: any SessionClock) async throws -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw StoreError.unwritable("\(path): \(systemError())") }
        do {
            var pause = Duration.milliseconds(2)
            while flock(file, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR else {
                    throw StoreError.unwritable("\(path): \(systemError())")
                }
                let left = end - clock.uptime
                guard left > .zero else { throw StoreError.locked(holder(file)) }
                try await clock.sleep(for: min(pause, left))
                pause = min(pause * 2, .milliseconds(50))
            }
        } catch {
            close(file)
            throw error
        }
        let note = Array("\(getpid())\n".utf8)
        ftruncate(file, 0)
        pwrite(file, note, note.count, 0)
        return file
    }

    private static func holder(_ file: Int32) -> String {
        var note = [UInt8](repeating: 0, count: 20)
        let count = pread(file, &note, note.count, 0)
        let digits = note.prefix(max(count, 0)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
    }
}
