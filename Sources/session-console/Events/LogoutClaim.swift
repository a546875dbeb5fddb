import FoundationEssentials
import HostSystem

/// The file by which the processes of one profile agree which of them runs the command for an end.
struct LogoutClaim: Sendable {
    let path: String

    /// The ends of one generation that are this close together are one, as several processes see it.
    private static let tolerance = 60.0

    /// Whether no process has claimed that end yet; claims it then.
    ///
    /// Where the file can't be used the command runs: better twice than never.
    func isFirst(generation: Int, time: Date) -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = max(0, read(descriptor, &buffer, buffer.count))
        let known = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ").compactMap { Double($0) }
        let this = [Double(generation), time.timeIntervalSince1970]
        if known.count == 2, known[0] == this[0], abs(known[1] - this[1]) < Self.tolerance { return false }
        let line = Array("\(generation) \(this[1])".utf8)
        if ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 {
            _ = FileCalls.system.writeAll(line, to: descriptor)
        }
        return true
    }
}
