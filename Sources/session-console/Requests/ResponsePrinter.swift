import SessionCore
import Synchronization
import TerminalUI

/// Prints an answer: unchanged for a program, made safe for a terminal.
struct ResponsePrinter: Sendable {
    let output: Output
    let includesHead: Bool
    private let failure = Failure()

    init(output: Output, includesHead: Bool) {
        self.output = output
        self.includesHead = includesHead
    }

    /// Why the answer could not be printed while it arrived; `nil` if it could.
    var writeFailure: CommandFailure? { failure.first.withLock { $0 } }

    private final class Failure: Sendable {
        let first = Mutex<CommandFailure?>(nil)
    }

    /// Returns whether the work succeeded; keeps the first failure for the command.
    private func succeeds(_ work: () throws(CommandFailure) -> Void) -> Bool {
        do throws(CommandFailure) {
            try work()
            return true
        } catch {
            failure.first.withLock { $0 = $0 ?? error }
            return false
        }
    }

    /// Prints the body for a program while it arrives; `nil` for a terminal, which gets it as a whole afterwards.
    var receiver: HTTPBodyReceiver? {
        guard !Terminal.isOutput else { return nil }
        return HTTPBodyReceiver(
            begin: { head in _ = succeeds { () throws(CommandFailure) in try printHead(head) } },
            receive: { piece in
                writeFailure == nil && succeeds { () throws(CommandFailure) in try output.data(piece) }
            })
    }

    /// Prints an answer that was not printed while it arrived.
    func print(_ response: HTTPResponse) throws(CommandFailure) {
        try printHead(response)
        guard Terminal.isOutput else { return try output.data(response.body) }
        for line in SafeText.lines(String(decoding: response.body, as: UTF8.self), glyphs: .unicode) {
            try output.line(line.text)
        }
    }

    private func printHead(_ response: HTTPResponse) throws(CommandFailure) {
        guard includesHead else { return }
        let reason = response.reason.map { " \($0)" } ?? ""
        let start = "HTTP/\(response.version ?? "1.1") \(response.status)\(reason)"
        for line in [start] + response.headers.fields.map({ "\($0.name): \($0.value)" }) {
            try output.line(SafeText.plain(line, glyphs: .unicode))
        }
        try output.line("")
    }
}
