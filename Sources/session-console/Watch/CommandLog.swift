import HostSystem

/// The file that takes what a command prints while the console has the terminal.
struct CommandLog: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Makes the file in `TMPDIR` or /tmp, for this user alone.
    init(of command: String, in environment: [String: String]) throws(CommandFailure) {
        let folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let name = command.split(separator: "/").last.map(String.init) ?? command
        var template = Array("\(folder)/session-console-\(name)-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        let failure = errno
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(failure))
            throw CommandFailure(.failed, "\(folder) takes no file for the command's output: \(reason).")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Where there is no room, what is printed is only shown.
    func write(_ bytes: ArraySlice<UInt8>) { _ = FileCalls.system.writeAll(Array(bytes), to: descriptor) }

    /// Says where the output is; without any, the file is removed.
    func close() -> String? {
        let size = lseek(descriptor, 0, SEEK_END)
        HostSystem.close(descriptor)
        guard size > 0 else {
            unlink(path)
            return nil
        }
        return "What the command printed is in \(path)"
    }
}
