/// Opens files that others can put something else in the place of: never waits for the other end of a named pipe.
package enum RegularFile {
    /// Opens a regular file; the caller closes the descriptor.
    ///
    /// Throws for everything that is not one: named pipes, devices and sockets are not even opened.
    package static func open(
        _ path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0o600
    ) throws(FileFailure) -> (descriptor: Int32, facts: stat) {
        var facts = stat()
        if (flags & O_NOFOLLOW == 0 ? stat(path, &facts) : lstat(path, &facts)) == 0 {
            try requireRegular(facts, path)
        } else if flags & O_CREAT == 0 {
            throw FileFailure(path)
        }
        var descriptor: Int32
        repeat {
            descriptor = HostSystem.open(path, flags | O_CLOEXEC | O_NONBLOCK, mode)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw FileFailure(path) }
        do throws(FileFailure) {
            // It may have been replaced since.
            guard fstat(descriptor, &facts) == 0 else { throw FileFailure(path) }
            try requireRegular(facts, path)
        } catch {
            close(descriptor)
            throw error
        }
        return (descriptor, facts)
    }

    /// The contents of a regular file of at most `limit` bytes.
    package static func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        let (descriptor, facts) = try open(path)
        defer { close(descriptor) }
        return try contents(of: descriptor, facts, path, limit: limit)
    }

    /// Reads an open file from its beginning to its end.
    package static func contents(
        of descriptor: Int32, _ facts: stat, _ path: String, limit: Int
    ) throws(FileFailure) -> [UInt8] {
        guard facts.st_size <= limit else { throw FileFailure(path, .tooLarge(limit: limit)) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure(path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw FileFailure(path, .tooLarge(limit: limit)) }
        }
    }

    static func requireRegular(_ facts: stat, _ path: String) throws(FileFailure) {
        guard facts.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path, .notRegular(kind(facts))) }
    }

    /// What stands in a file's place, in words.
    private static func kind(_ facts: stat) -> String {
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        case S_IFLNK: "a symbolic link"
        default: "a device"
        }
    }
}
