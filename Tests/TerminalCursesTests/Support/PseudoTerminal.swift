import Dispatch
import Glibc
import Synchronization
import TerminalCurses
import TerminalUI
import Testing

/// A terminal without a screen: what is written to it is kept, and keys can be typed into it.
@TerminalActor
final class PseudoTerminal {
    /// The side that a program sees.
    let program: Int32
    private let keyboard: Int32
    private let received = Received()
    private let source: any DispatchSourceRead

    init(_ size: Size = Size(width: 80, height: 24)) throws {
        let openpty = try #require(CLibrary.openpty())
        var (master, slave): (Int32, Int32) = (-1, -1)
        let result = openpty(&master, &slave, nil, nil, nil)
        try #require(result == 0)
        // A program that another test starts would keep the terminal from hanging up.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (keyboard, program) = (master, slave)
        (self.keyboard, self.program) = (keyboard, program)
        source = received.listen(to: keyboard)
        resize(size)
    }

    isolated deinit {
        source.cancel()
        close(program)
    }

    /// Runs the body while nothing is read, as of a terminal that hangs.
    func whileUnread<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        source.suspend()
        defer { source.resume() }
        return try await body()
    }

    var path: String { ttyname(program).map { String(cString: $0) } ?? "" }

    /// Options for a terminal of the usual kind, in UTF-8.
    var options: TerminalOptions {
        var options = TerminalOptions()
        options.input = program
        options.output = program
        options.terminalType = "xterm-256color"
        options.locale = "C.UTF-8"
        return options
    }

    func resize(_ size: Size) {
        var window = winsize()
        window.ws_col = UInt16(size.width)
        window.ws_row = UInt16(size.height)
        _ = ioctl(keyboard, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(keyboard, bytes, bytes.count)
    }

    /// What has been written since the last call, once everything before this call has arrived.
    func output() async throws -> String {
        // What is written to a terminal arrives in order: after this mark nothing of before is missing.
        let mark = Array("\u{1B}_mark\u{1B}\\".utf8)
        _ = write(program, mark, mark.count)
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            let bytes = received.bytes.withLock { received -> [UInt8]? in
                guard let found = received.firstRange(of: mark) else { return nil }
                // What was painted meanwhile is for the next call.
                defer { received.removeSubrange(..<found.upperBound) }
                return Array(received[..<found.lowerBound])
            }
            if let bytes { return String(decoding: bytes, as: UTF8.self) }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw Missing()
    }

    struct Missing: Error {}

    var modes: Modes {
        var modes = termios()
        tcgetattr(program, &modes)
        return Modes(input: modes.c_iflag, output: modes.c_oflag, local: modes.c_lflag)
    }

    struct Modes: Equatable {
        let input: tcflag_t
        let output: tcflag_t
        let local: tcflag_t

        var isRaw: Bool { local & tcflag_t(ICANON | ECHO | ISIG) == 0 }
    }

    private final class Received: Sendable {
        let bytes = Mutex<[UInt8]>([])

        /// On a queue of its own, so that nothing that is written ever waits for a test.
        func listen(to keyboard: Int32) -> any DispatchSourceRead {
            let queue = DispatchQueue(label: "pseudo-terminal")
            let source = DispatchSource.makeReadSource(fileDescriptor: keyboard, queue: queue)
            source.setEventHandler { [self] in
                var piece = [UInt8](repeating: 0, count: 65536)
                let count = read(keyboard, &piece, piece.count)
                if count > 0 { bytes.withLock { $0 += piece.prefix(count) } }
            }
            source.setCancelHandler { _ = close(keyboard) }
            source.activate()
            return source
        }
    }
}
