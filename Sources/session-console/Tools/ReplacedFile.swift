import Glibc

/// Replaces a file as a whole: by a temporary file beside it, which is put in its place.
enum ReplacedFile {
    /// Returns the `errno` of what failed, which leaves the file as it was; `nil` where it was replaced.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) -> Int32? {
        var name = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return errno }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        var failure = isWritten ? nil : errno
        close(descriptor)
        if failure == nil, rename(name, path) != 0 { failure = errno }
        if failure != nil { unlink(name) }
        return failure
    }
}
