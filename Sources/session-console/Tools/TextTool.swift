import FoundationEssentials
import Glibc

/// Text in a person's editor or pager, by way of a private file that is gone afterwards.
enum TextTool {
    /// Lets a person edit text in `$VISUAL`, `$EDITOR` or vi, and returns what they saved.
    static func edit(_ text: String, environment: [String: String]) async throws(ChildProcess.Failure) -> String {
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let file = try PrivateFile(text)
        defer { file.remove() }
        let status = try await ChildProcess.runInForeground("\(editor) \"$1\"", arguments: [file.path])
        guard status == 0 else { throw ChildProcess.Failure(reason: "\(editor) ended with status \(status)") }
        return try file.text()
    }

    /// Shows text in `$PAGER` or less.
    static func view(_ text: String, environment: [String: String]) async throws(ChildProcess.Failure) {
        let pager = environment["PAGER"] ?? "less"
        let file = try PrivateFile(text)
        defer { file.remove() }
        let status = try await ChildProcess.runInForeground("\(pager) \"$1\"", arguments: [file.path])
        guard status == 0 else { throw ChildProcess.Failure(reason: "\(pager) ended with status \(status)") }
    }
}

/// A file that only its owner can read, in a folder of its own.
private struct PrivateFile {
    let path: String
    private let folder: String

    init(_ text: String) throws(ChildProcess.Failure) {
        let base = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(base)/session-console-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ChildProcess.Failure(reason: "no temporary folder: \(String(cString: strerror(errno)))")
        }
        folder = template.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
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

    func text() throws(ChildProcess.Failure) -> String {
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw ChildProcess.Failure(reason: "the edited text can't be read")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
