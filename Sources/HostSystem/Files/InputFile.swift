/// A file that the user names: a regular file, or one that the shell has opened as `/dev/stdin` or `/dev/fd/N`.
///
/// Nothing else is opened, because a named pipe or a device might block for ever.
package enum InputFile {
    /// The largest file that is read: larger than any key, certificate, secret or set of keys.
    package static let sizeLimit = 4 << 20

    /// Opens a file for reading; the caller closes the descriptor.
    package static func open(_ path: String) throws(FileFailure) -> (descriptor: Int32, facts: stat) {
        guard let number = inherited(path) else { return try RegularFile.open(path) }
        let descriptor = dup(number)
        var facts = stat()
        guard descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else {
            throw FileFailure(path, .system(facts.st_mode & S_IFMT == S_IFDIR ? EISDIR : errno))
        }
        return (descriptor, facts)
    }

    package static func contents(of path: String, limit: Int = sizeLimit) throws(FileFailure) -> [UInt8] {
        let (descriptor, facts) = try open(path)
        defer { close(descriptor) }
        return try RegularFile.contents(of: descriptor, facts, path, limit: limit)
    }

    /// What comes through a pipe that this process was started with, as `<(…)` names it; `nil` for any other path.
    package static func pipeContents(of path: String, limit: Int) throws(FileFailure) -> [UInt8]? {
        guard inherited(path) != nil else { return nil }
        let (descriptor, facts) = try open(path)
        defer { close(descriptor) }
        guard facts.st_mode & S_IFMT == S_IFIFO else { return nil }
        return try RegularFile.contents(of: descriptor, facts, path, limit: limit)
    }

    /// Whether a path names what this process was started with, which lies in no folder.
    package static func isInherited(_ path: String) -> Bool { inherited(path) != nil }

    /// The number of a descriptor that this process was started with.
    static func inherited(_ path: String) -> Int32? {
        let streams = ["/dev/stdin": STDIN_FILENO, "/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
        if let number = streams[path] { return number }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }
}
