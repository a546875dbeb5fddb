import SessionCore
import Synchronization
import TerminalUI

/// Prints an answer: unchanged for a program, made safe for a terminal.
struct ResponsePrinter: Sendable {
    let output: Output
    let includesHead: Bool
    private let printing = Printing()

    init(output: Output, includesHead: Bool) {
        self.output = output
        self.includesHead = includesHead
    }

    /// Why the answer could not be printed while it arrived; `nil` if it could.
    var writeFailure: CommandFailure? { printing.failure.withLock { $0 } }

    /// The state while the answer arrives.
    private final class Printing: Sendable {
        let failure = Mutex<CommandFailure?>(nil)
        /// Whether the answer has begun to be printed.
        private let begun = Atomic(false)

        var hasBegun: Bool { begun.load(ordering: .acquiring) }

        func begin() { begun.store(true, ordering: .releasing) }
    }

    /// Returns whether the work succeeded; keeps the first failure for the command.
    private func succeeds(_ work: () throws(CommandFailure) -> Void) -> Bool {
        do throws(CommandFailure) {
            try work()
            return true
        } catch {
            printing.failure.withLock { $0 = $0 ?? error }
            return false
        }
    }

    /// Prints the body for a program while it arrives; `nil` for a terminal, which gets it as a whole afterwards.
    var receiver: HTTPBodyReceiver? {
        guard !Terminal.isOutput else { return nil }
        return HTTPBodyReceiver(
            begin: { head in
                printing.begin()
                _ = succeeds { () throws(CommandFailure) in
                    try printHead(head.status, head.reason, head.version, head.headers)
                }
            },
            receive: { piece in
                writeFailure == nil && succeeds { () throws(CommandFailure) in try output.data(piece) }
            })
    }

    /// Prints an answer that was not printed while it arrived.
    func print(_ response: HTTPResponse) throws(CommandFailure) {
        try printHead(response.status, response.reason, response.version, response.headers)
        guard Terminal.isOutput else { return try output.data(response.body) }
        for line in SafeText.lines(String(decoding: response.body, as: UTF8.self), glyphs: .unicode) {
            try output.line(line.text)
        }
    }

    /// Prints the head of an answer that did not come whole, unless it was printed when it arrived.
    func print(beginning part: PartialAnswer) throws(CommandFailure) {
        guard !printing.hasBegun else { return }
        try printHead(part.answer.status, part.answer.reason, part.answer.version, part.answer.headers)
    }

    private func printHead(
        _ status: Int, _ reason: String?, _ version: String?, _ headers: HTTPHeaders
    ) throws(CommandFailure) {
        guard includesHead else { return }
        let start = "HTTP/\(version ?? "1.1") \(status)\(reason.map { " \($0)" } ?? "")"
        for line in [start] + headers.fields.map({ "\($0.name): \($0.value)" }) {
            try output.line(SafeText.plain(line, glyphs: .unicode))
        }
        try output.line("")
    }
}
