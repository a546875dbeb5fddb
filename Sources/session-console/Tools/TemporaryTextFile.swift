import FoundationEssentials
import Glibc

/// A file that only its owner can read, in a folder of its own.
///
/// It is in `XDG_RUNTIME_DIR` if that is set: a file system in memory that is emptied after the user's last logout.
struct TemporaryTextFile {
    let path: String
    private let folder: String

    init(_ text: String, environment: [String: String]) throws(ChildProcess.Failure) {
        let bases =
            ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }.filter { $0.hasPrefix("/") } + ["/tmp"]
        folder = try Self.makeFolder(inFirstOf: bases)
        TemporaryFolders.note(folder)
        path = folder + "/text"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let bytes = Array(text.utf8)
        let written = descriptor < 0 ? -1 : write(descriptor, bytes, bytes.count)
        if descriptor >= 0 { close(descriptor) }
        guard written == bytes.count else {
            remove()
            throw ChildProcess.Failure(reason: "no temporary file can be written")
        }
    }

    private static func makeFolder(inFirstOf bases: [String]) throws(ChildProcess.Failure) -> String {
        for base in bases {
            if let folder = makeFolder(in: base) { return folder }
        }
        throw ChildProcess.Failure(reason: "no temporary folder: \(String(cString: strerror(errno)))")
    }

    /// Makes a folder named after this process, and removes folders that killed processes have left.
    private static func makeFolder(in base: String) -> String? {
        removeLeftovers(in: base)
        var template = Array("\(base)/\(prefix)\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        return template.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static let prefix = "session-console-text-"

    private static func removeLeftovers(in base: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [] where name.hasPrefix(prefix) {
            guard let owner = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }),
                owner > 0, kill(owner, 0) == -1, errno == ESRCH
            else { continue }
            // Another user's folder can't be removed, and stays.
            try? FileManager.default.removeItem(atPath: "\(base)/\(name)")
        }
    }

    func text() throws(ChildProcess.Failure) -> String {
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw ChildProcess.Failure(reason: "the edited text can't be read")
        }
    }

    func remove() { TemporaryFolders.remove(folder) }
}
