import HostSystem

/// The file that takes what a command prints while the console has the terminal.
struct CommandLog: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Makes the file for this user alone, in the first folder that takes it.
    init(of command: String, in environment: [String: String]) throws(CommandFailure) {
        let name = command.split(separator: "/").last.map(String.init) ?? command
        var reasons: [String] = []
        for folder in TemporaryPlaces.of(environment) {
            do throws(FileFailure) {
                (descriptor, path) = try NewFile.createTemporary("session-console-\(name)", in: folder)
                return
            } catch {
                reasons.append("\(folder) takes no file for the command's output: \(error.clause)")
            }
        }
        throw CommandFailure(.failed, "\(reasons.joined(separator: "; ")).")
    }

    /// Where there is no room, what is printed is only shown.
    func write(_ bytes: ArraySlice<UInt8>) { _ = FileCalls.system.writeAll(Array(bytes), to: descriptor) }

    /// Says where the output is; without any, or where it is not to be kept, the file is removed.
    func close(keeping: Bool = true) -> String? {
        let size = lseek(descriptor, 0, SEEK_END)
        HostSystem.close(descriptor)
        guard keeping, size > 0 else {
            unlink(path)
            return nil
        }
        return "What the command printed is in \(path)"
    }
}
