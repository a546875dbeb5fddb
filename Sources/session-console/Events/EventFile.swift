import FoundationEssentials
import Glibc
import JOSE

/// The recent events of a profile's session, of every process that uses it: a file of JSON lines, without secrets.
///
/// It is kept to a bounded size by renaming: the file in use and the one before it. Lines are appended whole, under a
/// lock that the kernel takes back from a process that dies.
struct EventFile: Sendable {
    let path: String
    /// From this size on, in bytes, the file is renamed and a new one begun.
    var sizeLimit = 512 << 10

    var previousPath: String { path + ".1" }

    /// Appends lines; whatever is in the way of that is nobody's problem but that of the record.
    func append(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let folder = String(path.reversed().drop { $0 != "/" }.dropFirst().reversed())
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        // The file can be renamed between the opening and the locking; then the new one is the one.
        for _ in 0..<8 {
            let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX) == 0, let size = size(ifStillAt: path, descriptor) else { continue }
            _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if size + bytes.count > sizeLimit { rename(path, previousPath) }
            return
        }
    }

    private func size(ifStillAt path: String, _ descriptor: Int32) -> Int? {
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return nil }
        return Int(opened.st_size)
    }
}
