import ConsoleApp
import CurlTransport
import FoundationEssentials
import HostSystem
import Synchronization
import TerminalUI

/// The terminal of a command that runs while the console shows what it does.
///
/// A thread reads what is printed, whether or not anybody looks at it, writes it to a file, and keeps its last lines.
final class CommandTerminal: Sendable {
    /// Takes what the screens are told.
    typealias Listener = @Sendable (CommandMessage) async -> Void

    private struct State {
        var teletype = Teletype()
        var links = LinkScanner(width: 80)
        /// What the program has not taken yet.
        var typed: [UInt8] = []
        /// How the command ended, once all that it printed was read.
        var end: CommandEnd?
        /// How the command ended, while what it printed is still being read.
        var endToCome: CommandEnd?
        var isClosing = false
    }

    let terminal: PseudoTerminal
    private let log: CommandLog
    private let takeLink: @Sendable (URL) -> Void
    private let waking: (read: Int32, write: Int32)
    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let hasChanged: AsyncStream<Void>.Continuation
    private let reader = Mutex<OwnedThread?>(nil)

    /// The most that waits to be typed.
    private static let typedLimit = 1 << 20
    /// How much is read at the end of what is still printed by then.
    private static let lastReads = 256

    /// How long a program pauses at the most in the middle of a link, in milliseconds.
    private static let linkPause: Int32 = 200

    /// A terminal and a file for a command's output; `takeLink` is called with each URL that is printed.
    init(
        of command: String, in environment: [String: String], takeLink: @escaping @Sendable (URL) -> Void = { _ in }
    ) throws(CommandFailure) {
        self.takeLink = takeLink
        log = try CommandLog(of: command, in: environment)
        guard let terminal = PseudoTerminal(), let waking = WakingPipe.open() else {
            let reason = String(cString: strerror(errno))
            _ = log.close()
            throw CommandFailure(
                .failed, "There is no terminal for \(command): \(reason).", advice: "--headless needs none.")
        }
        (self.terminal, self.waking) = (terminal, waking)
        (changes, hasChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        terminal.resize(columns: 80, rows: 24)
    }

    /// A command's variables, with those that describe its terminal.
    static func variables(_ variables: [String: String]) -> [String: String] {
        var variables = variables.filter { !["LINES", "COLUMNS", "COLORTERM"].contains($0.key) }
        variables["TERM"] = "xterm-256color"
        return variables
    }

    /// Begins to read; call it once the command has been started.
    func begin() {
        let thread = OwnedThread { self.read() }
        reader.withLock { $0 = thread }
    }

    /// Tells all changes from now on, until the terminal is closed or the task is cancelled.
    func follow(_ listener: Listener) async {
        hasChanged.yield()
        var isEndTold = false
        for await _ in changes {
            let (change, end) = state.withLock { ($0.teletype.takeChange(), $0.end) }
            if let change { await listener(.printed(change)) }
            if let end, !isEndTold {
                isEndTold = true
                await listener(.ended(end))
            }
        }
    }

    /// Types a key; what the program doesn't take is dropped beyond a limit.
    func type(_ key: Key) {
        state.withLock { state in
            guard let bytes = key.typed(state.teletype.keyModes) else { return }
            state.typed += bytes.prefix(Self.typedLimit - state.typed.count)
        }
        wake()
    }

    /// Shows nothing of what is typed: beside what the program prints meanwhile it would look like a part of that.
    func hideTyping() {
        var settings = termios()
        guard tcgetattr(terminal.leader, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(terminal.leader, TCSANOW, &settings)
    }

    /// Types a line, for a program that reads lines.
    func type(line: String) {
        state.withLock { $0.typed += Array("\(line)\n".utf8).prefix(Self.typedLimit - $0.typed.count) }
        wake()
    }

    func resize(_ size: Size) {
        state.withLock { state in
            state.teletype.resize(size)
            state.links.width = size.width
        }
        terminal.resize(columns: size.width, rows: size.height)
        hasChanged.yield()
    }

    /// Keeps how the command ended: it is told after what it has printed.
    func take(_ end: CommandEnd) {
        state.withLock { $0.endToCome = end }
        wake()
    }

    /// Reads what is left, and hangs up; says where the output is, if it is kept.
    func close(keepingOutput: Bool = true) -> String? {
        state.withLock { $0.isClosing = true }
        wake()
        reader.withLock { $0.take() }?.join()
        hasChanged.finish()
        terminal.close()
        for end in [waking.read, waking.write] { HostSystem.close(end) }
        return log.close(keeping: keepingOutput)
    }

    private func wake() { _ = [UInt8(0)].withUnsafeBytes { write(waking.write, $0.baseAddress, 1) } }

    // MARK: - The thread

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lastReads = 0
        while true {
            let (isTyped, isClosing, isEnding, isInLink) = state.withLock {
                (!$0.typed.isEmpty, $0.isClosing, $0.endToCome != nil, $0.links.isInWord)
            }
            if isClosing { lastReads += 1 }
            // What wakes it may have been taken together with the last that was printed.
            let time: Int32 = isClosing || isEnding ? 0 : isInLink ? Self.linkPause : -1
            if !wait(isTyped: isTyped, atMost: time) { state.withLock { $0.links.finish() }.forEach(takeLink) }
            writeTyped()
            let count = HostSystem.read(terminal.leader, &buffer, buffer.count)
            if count > 0 { take(buffer[..<count]) }
            if count > 0, lastReads < Self.lastReads { continue }
            markEnd()
            if isClosing { return }
        }
    }

    /// Returns whether anything has come before the time, in milliseconds, was over.
    private func wait(isTyped: Bool, atMost time: Int32) -> Bool {
        let events = Int16(POLLIN | (isTyped ? POLLOUT : 0))
        var ready = [
            pollfd(fd: terminal.leader, events: events, revents: 0),
            pollfd(fd: waking.read, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&ready, 2, time)
        var bytes = [UInt8](repeating: 0, count: 64)
        while HostSystem.read(waking.read, &bytes, bytes.count) > 0 {}
        return count != 0
    }

    private func writeTyped() {
        state.withLock { state in
            guard !state.typed.isEmpty else { return }
            let count = state.typed.withUnsafeBytes { write(terminal.leader, $0.baseAddress, $0.count) }
            if count > 0 { state.typed.removeFirst(count) }
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        log.write(bytes)
        let links = state.withLock { state in
            state.teletype.feed(bytes)
            state.typed += state.teletype.takeReplies().prefix(Self.typedLimit - state.typed.count)
            return state.links.take(bytes)
        }
        links.forEach(takeLink)
        hasChanged.yield()
    }

    private func markEnd() {
        let isNews = state.withLock { state in
            guard let end = state.endToCome.take() else { return false }
            state.end = end
            return true
        }
        if isNews { hasChanged.yield() }
    }
}
