import ConsoleKit
import ConsoleApp
import FoundationEssentials
import HostSystem
import SessionCore
import TerminalUI

/// Shows text in the user's editor or pager.
enum TextTool {
    /// What an editor left behind.
    struct Edited {
        let text: String
        /// Why the text is not to be used, though it was saved.
        let failure: String?
    }

    /// Opens text in `$VISUAL`, `$EDITOR` or vi, and returns the text that the user has saved.
    ///
    /// Meanwhile it is in a private file, which is then removed.
    static func edit(_ text: String, environment: [String: String]) async throws(ChildProcess.Failure) -> Edited {
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let file = try TemporaryTextFile(text, environment: environment)
        defer { file.remove() }
        let status = try await ChildProcess.runInForeground("\(editor) \"$1\"", arguments: [file.path])
        let saved = try file.text()
        // The shell's way to say that there is no such program, or that it can't be run.
        if status == 126 || status == 127 { throw ChildProcess.Failure(reason: "\(editor) could not be run") }
        // An editor that is left without saving, as with vim's `:cq`, leaves the text unchanged.
        let isUsable = status == 0 || saved == text
        return Edited(text: saved, failure: isUsable ? nil : "\(editor) ended with status \(status)")
    }

    /// Opens a file at a line in `$VISUAL`, `$EDITOR` or vi, and returns when the editor has ended.
    static func open(_ path: String, line: Int, environment: [String: String]) async throws(ChildProcess.Failure) {
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        // A name that begins with a dash is no option.
        let path = path.hasPrefix("-") ? "./" + path : path
        let arguments = EditorLine.arguments(of: editor, path: path, line: line)
        let references = arguments.indices.map { "\"$\($0 + 1)\"" }.joined(separator: " ")
        let status = try await ChildProcess.runInForeground("\(editor) \(references)", arguments: arguments)
        if status == 126 || status == 127 { throw ChildProcess.Failure(reason: "\(editor) could not be run") }
        guard status == 0 else { throw ChildProcess.Failure(reason: "\(editor) ended with status \(status)") }
    }

    /// Shows text in `$PAGER` or less, which reads it from standard input.
    ///
    /// Control characters become readable symbols, because some pagers pass them on to the terminal.
    static func view(_ text: String, environment: [String: String]) async throws(ChildProcess.Failure) {
        let pager = environment["PAGER"] ?? "less"
        let file = try TemporaryTextFile(await shown(text), environment: environment)
        let input = HostSystem.open(file.path, O_RDONLY | O_CLOEXEC)
        // The open file needs no name, so nothing is left however this program ends.
        file.remove()
        guard input >= 0 else { throw ChildProcess.Failure(reason: "no temporary file can be read") }
        defer { close(input) }
        let status = try await ChildProcess.runInForeground(pager, input: input)
        guard status == 0 else { throw ChildProcess.Failure(reason: "\(pager) ended with status \(status)") }
    }

    /// Gives bytes to a shell command, and returns what it writes.
    ///
    /// It fails with the first line of the command's own message where the command fails without a result, and where it
    /// takes too long or writes more than is shown.
    @concurrent
    static func pipe(_ bytes: [UInt8], to command: String) async -> Result<PipedBody, ToolFailure> {
        do throws(ChildProcess.Failure) {
            let outcome = try await PipedProcess.run(
                "/bin/sh", ["-c", command], input: bytes, within: pipeLimit, limit: PreparedBody.largestShown)
            switch outcome {
            case .late: return .failure(ToolFailure("it took longer than \(pipeLimit.inWords)"))
            case .tooLong:
                return .failure(ToolFailure("it wrote more than \(ByteCount(PreparedBody.largestShown))"))
            case .ended(let end):
                if end.status == 0 || !end.output.isEmpty {
                    return .success(PipedBody(command: command, output: end.output, status: end.status))
                }
                let message = String(decoding: end.errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
                return .failure(ToolFailure(message ?? "exit status \(end.status), and no output"))
            }
        } catch {
            return .failure(ToolFailure(error.reason))
        }
    }

    /// How long a command may take that a body is piped to.
    private static let pipeLimit = Duration.seconds(30)

    /// Away from the terminal's actor: the text may be large.
    @concurrent
    private static func shown(_ text: String) async -> String {
        let isPlain = { (byte: UInt8) in (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x09 }
        if text.utf8.allSatisfy(isPlain) { return text }
        return SafeText.lines(text, glyphs: .unicode).map(\.text).joined(separator: "\n")
    }
}
