import HostSystem
import JOSE

/// What of a lock's file is locked: the whole, or the byte that stands for one of the records that share the file.
enum LockExtent: Sendable {
    case file
    case byte(Int64)

    /// The byte of a record, by its name: two of 2^62 names have the same one, and then wait for each other.
    init(record name: String) {
        let number = Digest.sha256.hash(name.utf8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self = .byte(Int64(number >> 2))
    }

    /// Locks it for the open file, which loses the lock with its last descriptor; returns 0, or -1 and sets `errno`.
    func lock(_ file: Int32) -> Int32 {
        switch self {
        case .file: flock(file, LOCK_EX | LOCK_NB)
        case .byte(let offset): set(F_WRLCK, at: offset, of: file)
        }
    }

    func unlock(_ file: Int32) {
        switch self {
        case .file: flock(file, LOCK_UN)
        case .byte(let offset): _ = set(F_UNLCK, at: offset, of: file)
        }
    }

    private func set(_ type: Int32, at offset: Int64, of file: Int32) -> Int32 {
        var range = HostSystem.flock(
            l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: Int(offset), l_len: 1, l_pid: 0)
        return withUnsafeMutableBytes(of: &range) { bytes in
            bytes.baseAddress.map { fcntl(file, Self.setOpenFileLock, $0) } ?? -1
        }
    }

    /// `F_OFD_SETLK`, which the headers show to GNU programs only: a lock of the open file, not of the process.
    private static let setOpenFileLock: Int32 = 37
}
