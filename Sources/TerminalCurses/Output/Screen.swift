import CNcurses
import Glibc
import TerminalUI

/// Curses' view of the terminal: what is shown, and how to enter and leave it.
@MainActor
final class Screen {
    let description: TerminalDescription
    /// The terminal's modes before curses changed them.
    let originalModes: termios
    private(set) var size = Size.zero
    /// The largest size that is believed: more than any display has, and little memory.
    static let sizeLimit = Size(width: 1000, height: 500)
    private(set) var isReleased = false
    var reportsMouse: Bool
    let colors: Theme.ColorSupport
    let glyphs: Glyphs

    /// What everything that is shown is written to: a descriptor of the screen's own, open until ``close()``.
    let output: Int32
    /// What curses knows as the terminal; see ``FrameBuffer``.
    private let stream: UnsafeMutablePointer<FILE>
    private let frames: FrameBuffer
    /// The terminal's modes while everything is shown.
    private let screenModes: termios
    private let inputStream: UnsafeMutablePointer<FILE>
    private let handle: OpaquePointer
    private var painter: Painter
    /// What the terminal shows; unknown at first and after a resize.
    private var shown: Surface?
    private var cursor: Point?
    private var title: String?

    init(_ options: TerminalOptions, encoding: CharacterEncoding) throws(TerminalError) {
        var modes = termios()
        guard tcgetattr(options.output, &modes) == 0 else { throw .systemFailure(code: errno) }
        originalModes = modes
        reportsMouse = options.reportsMouse
        // Descriptors of its own, so that they can be closed without closing those that were given.
        output = fcntl(options.output, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else { throw .systemFailure(code: errno) }
        guard let stream = Self.duplicate(options.output, "w") else {
            let code = errno
            Glibc.close(output)
            throw .systemFailure(code: code)
        }
        guard let inputStream = Self.duplicate(options.input, "r") else {
            let code = errno
            Glibc.close(output)
            fclose(stream)
            throw .systemFailure(code: code)
        }
        // LINES and COLUMNS may say anything, and curses would make room for it.
        use_env(false)
        use_tioctl(Self.isPlausible(windowOf: options.output))
        guard let handle = newterm(options.terminalType, stream, inputStream) else {
            Glibc.close(output)
            fclose(stream)
            fclose(inputStream)
            throw .terminalTypeUnknown(options.terminalType ?? "")
        }
        (self.stream, self.inputStream, self.handle) = (stream, inputStream, handle)
        description = TerminalDescription(options.multiplexer)
        colors = options.allowsColor && has_colors() ? Self.colorSupport() : .none
        glyphs = encoding == .utf8 ? .unicode : .ascii
        painter = Painter(encoding: encoding, theme: Theme(options.theme.name(fitting: .dark), for: colors))
        screenModes = Self.adoptModes(at: output)
        guard let frames = FrameBuffer(inPlaceOf: fileno(stream)) else {
            let code = errno
            endwin()
            tcsetattr(output, TCSADRAIN, &modes)
            delscreen(handle)
            Glibc.close(output)
            fclose(stream)
            fclose(inputStream)
            throw .systemFailure(code: code)
        }
        self.frames = frames
        prepare()
        _ = measure()
    }

    private static func duplicate(_ descriptor: Int32, _ mode: String) -> UnsafeMutablePointer<FILE>? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        return fdopen(copy, mode)
    }

    /// Without starting them curses sends no colour at all.
    private static func colorSupport() -> Theme.ColorSupport {
        guard start_color() != ERR else { return .none }
        use_default_colors()
        return console_color_count() >= 256 ? .palette : .basic
    }

    private func prepare() {
        typeahead(-1)
        let window = console_stdscr()
        keypad(window, true)
        // Moving what is on the screen saves bytes, but trusts the terminal's idea of the width of every character.
        idlok(window, false)
        idcok(window, false)
        scrollok(window, false)
        curs_set(0)
        leaveok(window, true)
        painter.setBackground()
    }

    /// Sets the modes in which keys are read and frames sent, and returns them.
    private static func adoptModes(at output: Int32) -> termios {
        raw()
        noecho()
        nonl()
        var modes = termios()
        tcgetattr(output, &modes)
        // The line discipline hands what it processes over in pieces, one for each control character.
        modes.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(output, TCSADRAIN, &modes)
        return modes
    }

    /// Shows everything in another theme.
    func adopt(_ choice: Theme.Choice, fitting: Theme.Name) {
        let theme = Theme(choice.name(fitting: fitting), for: colors)
        guard theme != painter.theme else { return }
        painter.theme = theme
        painter.setBackground()
        guard let shown, !isReleased else { return }
        self.shown = nil
        show(shown)
    }

    /// Adopts the terminal's size and tells whether it has changed.
    func measure() -> Bool {
        var window = winsize()
        let isKnown = ioctl(output, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        let (width, height) = isKnown ? (Int(window.ws_col), Int(window.ws_row)) : sizeInEnvironment
        let columns = Int32(min(width, Self.sizeLimit.width))
        let rows = Int32(min(height, Self.sizeLimit.height))
        let measured = Size(width: Int(columns), height: Int(rows))
        guard measured != size else { return false }
        if getmaxx(console_stdscr()) != columns || getmaxy(console_stdscr()) != rows {
            resizeterm(rows, columns)
        }
        size = measured
        invalidate()
        return true
    }

    /// Whether curses may ask the terminal for its size: some descriptions, such as that of `linux`, have none.
    private static func isPlausible(windowOf output: Int32) -> Bool {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0 else { return true }
        return Int(window.ws_col) <= sizeLimit.width && Int(window.ws_row) <= sizeLimit.height
    }

    /// What `LINES` and `COLUMNS` say, where the terminal itself doesn't know; else what its description says.
    private var sizeInEnvironment: (width: Int, height: Int) {
        func number(_ name: String) -> Int? {
            getenv(name).flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return (
            number("COLUMNS") ?? Int(getmaxx(console_stdscr())), number("LINES") ?? Int(getmaxy(console_stdscr()))
        )
    }

    func show(_ surface: Surface) {
        let frame = fitted(surface)
        setTitle(frame.title)
        let old = shown ?? Surface(size: .zero)
        let runs = diff(old: old, new: frame)
        let place = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
        guard !runs.isEmpty || place != cursor || shown == nil else { return }
        for run in runs { painter.paint(run) }
        moveCursor(to: place)
        shown = frame
        let linkRuns = description.isXterm ? links(in: runs, old: old, new: frame) : []
        // What changes one row arrives at once anyway.
        let isFrame = description.isXterm && (!linkRuns.isEmpty || runs.first?.origin.y != runs.last?.origin.y)
        wrefresh(console_stdscr())
        guard isFrame else { return send(frames.take()) }
        let links = LinkWriter(painter: painter).sequence(for: linkRuns)
        send(Array(TerminalMode.frameStart.utf8) + frames.take() + Array((links + TerminalMode.frameEnd).utf8))
    }

    private func setTitle(_ text: String?) {
        let title = text.map { SafeText.bare($0, glyphs: glyphs, limit: 200) }
        guard description.isXterm, title != self.title else { return }
        self.title = title
        // What was saved is the terminal's own, and stays saved.
        send(title.map(TerminalMode.title) ?? TerminalMode.titleRestored + TerminalMode.titleSaved)
    }

    /// Sends the whole picture again.
    func redraw() {
        guard let shown else { return }
        invalidate()
        show(shown)
    }

    /// Sends text as it is, between two frames.
    func send(_ text: String) { send(Array(text.utf8)) }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Brings the terminal back to what it was, until ``enter()``.
    func leave() {
        isReleased = true
        send(TerminalMode.allOff(isXterm: description.isXterm))
        title = nil
        endwin()
        send(frames.take())
        var modes = originalModes
        tcsetattr(output, TCSADRAIN, &modes)
    }

    func enter() {
        if isReleased {
            isReleased = false
            invalidate()
            var modes = screenModes
            tcsetattr(output, TCSADRAIN, &modes)
        }
        send(
            (description.isXterm ? TerminalMode.titleSaved : "") + TerminalMode.pasteOn
                + (reportsMouse ? TerminalMode.mouseOn : ""))
    }

    func close() {
        if !isReleased { leave() }
        delscreen(handle)
        fclose(stream)
        fclose(inputStream)
        frames.close()
        Glibc.close(output)
    }

    private func invalidate() {
        shown = nil
        clearok(console_curscr(), true)
    }

    private func moveCursor(to place: Point?) {
        if (place == nil) != (cursor == nil) {
            curs_set(place == nil ? 0 : 1)
            leaveok(console_stdscr(), place == nil)
        }
        if let place { wmove(console_stdscr(), Int32(place.y), Int32(place.x)) }
        cursor = place
    }

    private func fitted(_ surface: Surface) -> Surface {
        guard surface.size != size else { return surface }
        var frame = Surface(size: size)
        frame.blit(surface)
        return frame
    }
}
