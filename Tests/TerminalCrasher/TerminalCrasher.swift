import Glibc
import TerminalCurses
import TerminalUI

/// Opens the terminal at a path, then ends in the way that its arguments name: a program for tests to look at
/// afterwards.
@main
struct TerminalCrasher {
    static func main() async throws { try await end() }

    @TerminalActor private static func end() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2, let way = Way(rawValue: arguments[2]) else { exit(EXIT_FAILURE) }
        let signal = arguments.dropFirst(3).first.flatMap { Int32($0) } ?? SIGTERM
        leaveNoCore()
        let terminal = try open(arguments[1])
        switch way {
        case .signal:
            kill(getpid(), signal)
            waitForTheEnd(of: terminal)
        case .repeatedSignal:
            endStubbornly(terminal, by: signal)
        case .unread:
            Task.detached { askRepeatedly(for: signal) }
            paintForEver(terminal)
        case .signalWhilePainting:
            Task.detached { _ = raise(signal) }
            paintForEver(terminal)
        case .signalAfterClosing:
            terminal.close()
            kill(getpid(), signal)
            waitForTheEnd(of: terminal)
        case .trap:
            await Task.detached { precondition(arguments.isEmpty) }.value
        case .overflow:
            withExtendedLifetime(terminal) { print(descend(0)) }
        }
    }

    private enum Way: String {
        case signal, repeatedSignal, unread, signalWhilePainting, signalAfterClosing, trap, overflow
    }

    private static func leaveNoCore() {
        var none = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    @TerminalActor private static func open(_ path: String) throws -> CursesTerminal {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY)
        var options = TerminalOptions()
        options.terminalType = "xterm-256color"
        options.locale = "C.UTF-8"
        (options.input, options.output) = (descriptor, descriptor)
        let terminal = try CursesTerminal.open(options)
        terminal.show(Surface(size: terminal.size))
        return terminal
    }

    /// Asks more than once, holding the terminal's actor, so that nobody attends to the first request.
    ///
    /// Of equal signals that come at nearly the same time the process gets one.
    @TerminalActor private static func endStubbornly(_ terminal: CursesTerminal, by signal: Int32) {
        withExtendedLifetime(terminal) {
            while true {
                kill(getpid(), signal)
                sched_yield()
            }
        }
    }

    /// Asks for the end every half second: painting hangs by then.
    private nonisolated static func askRepeatedly(for signal: Int32) {
        while true {
            usleep(500_000)
            kill(getpid(), signal)
        }
    }

    /// Holds the terminal's actor, so that nobody attends to signals and the terminal lives until one ends the process.
    @TerminalActor private static func waitForTheEnd(of terminal: CursesTerminal) {
        withExtendedLifetime(terminal) {
            while true { pause() }
        }
    }

    /// Writes to the terminal without a pause, until a crash on another thread ends the process.
    @TerminalActor private static func paintForEver(_ terminal: CursesTerminal) {
        var frame = Surface(size: terminal.size)
        var isEven = false
        while true {
            isEven.toggle()
            for row in 0..<frame.size.height {
                frame.write(isEven ? "painted and " : "painted over", at: Point(x: 0, y: row))
            }
            frame.cursor = isEven ? .zero : nil
            terminal.show(frame)
        }
    }

    @inline(never) private static func descend(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory in
            memory[0] = UInt8(truncatingIfNeeded: depth)
            return descend(depth + 1) + Int(memory[0])
        }
    }
}
