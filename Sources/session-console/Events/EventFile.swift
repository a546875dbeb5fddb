import HostSystem
import SessionCore

/// The recent events of a profile's session, of every process that uses it: a file of JSON lines, without secrets.
///
/// To limit its size the file is renamed and a new one begun; only these two are kept. Whole lines are appended under a
/// lock that the kernel releases if the process dies.
struct EventFile: Sendable {
    let path: String
    /// The size, in bytes, beyond which the file is renamed and a new one begun.
    var sizeLimit = 512 << 10
    /// How long an append waits for the lock.
    var patience = Duration.milliseconds(500)
    var calls = FileCalls.system

    var previousPath: String { path + ".1" }

    /// The longest line that is written, so that one event doesn't take the place of many.
    var lineLimit: Int { sizeLimit / 8 }

    enum Outcome: Sendable, Equatable {
        case written
        /// Another process holds the lock.
        case locked
        /// The file can't be written.
        case failed
    }

    /// Appends lines; blocks the thread while another process holds the lock, for a bounded time.
    func append(_ lines: [String]) -> Outcome {
        let lines = lines.map { Array($0.utf8) + [0x0A] }.filter { $0.count <= lineLimit }
        guard !lines.isEmpty else { return .written }
        let folder = PrivateFolder(of: path)
        try? folder.make()
        let end = ContinuousClock.now + patience
        var rest = lines[...]
        while !rest.isEmpty {
            guard let (descriptor, facts) = try? RegularFile.open(path, O_RDWR | O_APPEND | O_CREAT) else {
                return .failed
            }
            defer { close(descriptor) }
            giveToFolderOwner(descriptor, facts, folder.path)
            guard lock(descriptor, until: end) else { return .locked }
            // The file may be renamed between opening and locking it; then the new file must be opened.
            guard let size = size(ifStillAt: path, descriptor) else {
                guard ContinuousClock.now < end else { return .locked }
                continue
            }
            var piece: [UInt8] = []
            // The file system may report any size up to the largest integer.
            let room = sizeLimit - size
            while let line = rest.first, piece.count + line.count <= room {
                piece += line
                rest.removeFirst()
            }
            guard piece.isEmpty || calls.append(piece, to: descriptor) == nil else { return .failed }
            if !rest.isEmpty, rename(path, previousPath) != 0 { return .failed }
        }
        return .written
    }

    /// Why the existing file can't be read; `nil` if it can.
    var obstacle: FileFailure? {
        do throws(FileFailure) {
            close(try RegularFile.open(path).descriptor)
            return nil
        } catch {
            return error.reason == .system(ENOENT) ? nil : error
        }
    }

    private func lock(_ descriptor: Int32, until end: ContinuousClock.Instant) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { return false }
            usleep(5_000)
        }
        return true
    }

    /// Gives a file that root has created to the folder's owner, who must be able to append to it.
    private func giveToFolderOwner(_ descriptor: Int32, _ facts: stat, _ folder: String) {
        var folderFacts = stat()
        guard geteuid() == 0, facts.st_uid == 0, stat(folder, &folderFacts) == 0, folderFacts.st_uid != 0 else {
            return
        }
        _ = fchown(descriptor, folderFacts.st_uid, folderFacts.st_gid)
    }

    private func size(ifStillAt path: String, _ descriptor: Int32) -> Int? {
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return nil }
        return Int(opened.st_size)
    }
}
