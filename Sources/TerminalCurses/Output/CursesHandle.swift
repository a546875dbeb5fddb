import CNcurses
import HostSystem
import TerminalUI

/// Curses on one terminal, with the descriptors and streams that it works with.
@TerminalActor
struct CursesHandle {
    /// A descriptor of the terminal, open until ``close()``.
    let terminal: Int32
    private let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    private let screen: OpaquePointer

    init(_ options: TerminalOptions) throws(TerminalError) {
        // Duplicates, so that closing them leaves the given descriptors open.
        let terminal = fcntl(options.output, F_DUPFD_CLOEXEC, 3)
        guard terminal >= 0 else { throw .systemFailure(code: errno) }
        guard let output = Self.duplicate(options.output, "w") else {
            let code = errno
            HostSystem.close(terminal)
            throw .systemFailure(code: code)
        }
        guard let input = Self.duplicate(options.input, "r") else {
            let code = errno
            HostSystem.close(terminal)
            fclose(output)
            throw .systemFailure(code: code)
        }
        // Without this curses would allocate a screen as large as LINES and COLUMNS say.
        use_env(false)
        use_tioctl(WindowSize.isPlausible(of: options.output))
        guard let screen = newterm(options.terminalType, output, input) else {
            HostSystem.close(terminal)
            fclose(output)
            fclose(input)
            throw .terminalTypeUnknown(options.terminalType ?? "")
        }
        (self.terminal, self.output, self.input, self.screen) = (terminal, output, input, screen)
    }

    private static func duplicate(_ descriptor: Int32, _ mode: String) -> UnsafeMutablePointer<FILE>? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        return fdopen(copy, mode)
    }

    /// Starts colours, without which curses sends none, and returns how many there are.
    func startColors() -> Theme.ColorSupport {
        guard start_color() != ERR else { return .none }
        use_default_colors()
        return console_color_count() >= 256 ? .palette : .basic
    }

    /// Sets the modes in which keys are read and frames sent, and returns them.
    func adoptModes() -> termios {
        raw()
        noecho()
        nonl()
        var modes = termios()
        tcgetattr(terminal, &modes)
        // With OPOST the line discipline would pass a frame on in pieces, one for each control character.
        modes.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(terminal, TCSADRAIN, &modes)
        return modes
    }

    /// Redirects what curses writes from now on to a buffer; `nil` if the system can't create one.
    func redirectOutput() -> FrameBuffer? { FrameBuffer(inPlaceOf: fileno(output)) }

    func prepareWindow() {
        typeahead(-1)
        let window = console_stdscr()
        keypad(window, true)
        // Scrolling lines saves bytes, but relies on the terminal's own width of every character.
        idlok(window, false)
        idcok(window, false)
        scrollok(window, false)
        curs_set(0)
        leaveok(window, true)
    }

    func close() {
        delscreen(screen)
        fclose(output)
        fclose(input)
        HostSystem.close(terminal)
    }
}
