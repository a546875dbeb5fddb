import HostSystem
import JOSE
import TerminalUI

/// A command's output: data to standard output, messages to standard error.
struct Output: Sendable {
    /// Where data goes.
    private let descriptor: Int32

    init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

    /// The output with data among the messages: of a part of a command whose own data is something else.
    var amongMessages: Output { Output(descriptor: STDERR_FILENO) }

    /// Writes data as it is.
    func data(_ bytes: [UInt8]) throws(CommandFailure) { try Self.write(bytes, to: descriptor) }

    /// Writes one line of data.
    func line(_ text: String) throws(CommandFailure) { try data(Array((text + "\n").utf8)) }

    /// Writes one JSON value on a line of its own, with characters escaped that a terminal might obey.
    func json(_ value: JSONValue) throws(CommandFailure) { try line(value.printable) }

    /// Prints a message on standard error, and ignores a failure to write it.
    func inform(_ text: String) { try? Self.write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// Sends characters that are no text to the terminal of standard error, if it is one.
    func signal(_ sequence: String) {
        if isatty(STDERR_FILENO) == 1 { try? Self.write(Array(sequence.utf8), to: STDERR_FILENO) }
    }

    /// Prints what went wrong, and what to do next.
    func failure(_ failure: CommandFailure) {
        guard failure.status != .closedPipe else { return }
        // Messages quote servers and files, whose text must not control the terminal.
        inform("session-console: " + SafeText.plain(failure.message, glyphs: .unicode))
        for detail in failure.details { inform(SafeText.plain(detail, glyphs: .unicode)) }
        if let advice = failure.advice { inform(SafeText.plain(advice, glyphs: .unicode)) }
    }

    /// Whether the reader of standard output is known to be gone.
    static var isReaderGone: Bool {
        var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandFailure) {
        guard let failure = FileCalls.system.writeAll(bytes, to: descriptor) else { return }
        // The reader has enough, as 'head' has: the exit status suffices.
        if failure == EPIPE { throw CommandFailure(.closedPipe, "The reader of standard output is gone.") }
        throw CommandFailure(.failed, "Standard output can't be written: \(String(cString: strerror(failure))).")
    }
}
