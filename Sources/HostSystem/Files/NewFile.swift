/// A file that is made for its owner alone, where there is none.
package enum NewFile {
    /// Makes an empty file, open for writing; throws where there is anything of that name.
    package static func create(_ path: String, _ flags: Int32 = 0) throws(FileFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path) }
        return descriptor
    }

    /// Makes an empty file, open for reading and writing, whose name begins with `name`.
    package static func createTemporary(_ name: String, in folder: String) throws(FileFailure)
        -> (descriptor: Int32, path: String)
    {
        var template = Array("\(folder)/\(name)-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileFailure(folder) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Makes a file with these bytes; none is left where that fails.
    package static func write(
        _ bytes: [UInt8], to path: String, calls: FileCalls = .system
    ) throws(FileFailure) {
        let descriptor = try create(path)
        let failure = calls.writeAll(bytes, to: descriptor)
        close(descriptor)
        guard let failure else { return }
        unlink(path)
        throw FileFailure(path, .system(failure))
    }
}
