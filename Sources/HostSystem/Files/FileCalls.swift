/// The system calls that make a file's contents whole and lasting: tests watch their order, and let them fail.
package struct FileCalls: Sendable {
    package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = {
        HostSystem.write($0, $1.baseAddress, $1.count)
    }
    package var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    package var rename: @Sendable (String, String) -> Int32 = { HostSystem.rename($0, $1) }

    package init() {}

    package static let system = FileCalls()

    /// Writes all bytes, and returns the `errno` of what failed, after which a part of them may be written.
    ///
    /// A short write is continued, an interrupted one repeated, and a full pipe or terminal waited for.
    package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count == 0 {
                    return EIO
                } else if errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }

    /// Appends whole lines, or nothing where that fails; for the only writer of a file, or the holder of its lock.
    ///
    /// A line that a writer left unfinished when it died is ended first, so that it takes no other line with it.
    package func append(_ lines: [UInt8], to descriptor: Int32) -> Int32? {
        var facts = stat()
        let isFile = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        var last: UInt8 = 0x0A
        let isUnfinished =
            isFile && facts.st_size > 0 && pread(descriptor, &last, 1, facts.st_size - 1) == 1 && last != 0x0A
        guard let failure = writeAll((isUnfinished ? [0x0A] : []) + lines, to: descriptor) else { return nil }
        if isFile { ftruncate(descriptor, facts.st_size) }
        return failure
    }
}
