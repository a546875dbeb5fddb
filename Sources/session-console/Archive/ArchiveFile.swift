import ConsoleApp
import HostSystem

/// A new file that the user names to write to; only its owner can read it.
struct ArchiveFile: Sendable {
    let path: String

    /// Throws if nothing can be written there, or a file is there already.
    init(_ path: String, of option: Option) throws(CommandFailure) {
        self.path = path
        let advice = "Name a new file for --\(option.name) in a folder that exists and is writable."
        guard path != "-" else {
            throw CommandFailure(
                .badCommandLine, "An archive can't go to standard output, which carries the command's output.",
                advice: advice)
        }
        var facts = stat()
        if lstat(path, &facts) == 0 {
            throw CommandFailure(.badCommandLine, "\(path): a file with that name exists.", advice: advice)
        }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard !path.isEmpty, stat(folder, &facts) == 0, access(folder, W_OK | X_OK) == 0 else {
            let reason = path.isEmpty ? "The name is empty" : "\(path): \(String(cString: strerror(errno)))"
            throw CommandFailure(.badCommandLine, "\(reason).", advice: advice)
        }
    }

    /// Creates the file; one that was made there meanwhile stays as it is.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(FileFailure) {
            try NewFile.write(bytes, to: path)
        } catch {
            throw CommandFailure(.failed, "\(path) was not written: \(error.clause).")
        }
    }
}
