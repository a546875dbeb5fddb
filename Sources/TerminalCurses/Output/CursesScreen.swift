import CNcurses
import HostSystem
import TerminalUI

/// The terminal's screen: shows surfaces, and can be left and entered again.
@TerminalActor
final class CursesScreen {
    let description: TerminalDescription
    /// The terminal's modes before curses changed them.
    let originalModes: termios
    private(set) var size = Size.zero
    private(set) var isReleased = false
    var reportsMouse: Bool
    let colors: Theme.ColorSupport
    let glyphs: Glyphs
    /// The descriptor that frames are sent to, open until ``close()``.
    var output: Int32 { curses.terminal }

    /// The cells that clocks change each second, and more.
    private static let smallChange = 32

    private let curses: CursesHandle
    private let frames: FrameBuffer
    /// The terminal's modes while the screen is shown.
    private let screenModes: termios
    private var painter: Painter
    /// What the terminal shows; unknown at first and after a resize.
    private var shown: Surface?
    private var cursor = Cursor()
    private var title: String?
    /// The title of the frame that was shown last, which may hold what no terminal is sent.
    private var frameTitle: String?

    init(_ options: TerminalOptions, encoding: CharacterEncoding) throws(TerminalError) {
        var modes = termios()
        guard tcgetattr(options.output, &modes) == 0 else { throw .systemFailure(code: errno) }
        originalModes = modes
        reportsMouse = options.reportsMouse
        curses = try CursesHandle(options)
        description = TerminalDescription(options.multiplexer)
        colors = options.allowsColor && has_colors() ? curses.startColors() : .none
        glyphs = encoding == .utf8 ? .unicode : .ascii
        painter = Painter(encoding: encoding, theme: Theme(options.theme.name(fitting: .dark), for: colors))
        screenModes = curses.adoptModes()
        guard let frames = curses.redirectOutput() else {
            let code = errno
            endwin()
            tcsetattr(curses.terminal, TCSADRAIN, &modes)
            curses.close()
            throw .systemFailure(code: code)
        }
        self.frames = frames
        curses.prepareWindow()
        painter.setBackground()
        _ = measure()
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

    /// Adopts the terminal's size and returns whether it has changed.
    func measure() -> Bool {
        let measured = WindowSize.current(of: output)
        guard measured != size else { return false }
        let (columns, rows) = (Int32(measured.width), Int32(measured.height))
        if getmaxx(console_stdscr()) != columns || getmaxy(console_stdscr()) != rows {
            resizeterm(rows, columns)
        }
        size = measured
        invalidate()
        return true
    }

    func show(_ surface: Surface) {
        let frame = fitted(surface)
        setTitle(frame.title)
        let isFirst = shown == nil
        let runs = diff(old: shown ?? Surface(size: .zero), new: frame)
        let cursor = Cursor(of: frame)
        guard !runs.isEmpty || cursor != self.cursor || isFirst else { return }
        for run in runs { painter.paint(run) }
        move(to: cursor)
        let linkRuns =
            description.isXterm ? links(in: runs, old: shown ?? Surface(size: .zero), new: frame) : []
        // What is small or within one row arrives in one piece anyway.
        let isLarge = isFirst || runs.reduce(0) { $0 + $1.cells.count } > Self.smallChange
        let isFrame =
            description.isXterm && (!linkRuns.isEmpty || isLarge && runs.first?.origin.y != runs.last?.origin.y)
        if isFirst { shown = frame } else { shown?.adopt(runs, of: frame) }
        wrefresh(console_stdscr())
        guard isFrame else { return send(frames.take()) }
        let links = LinkWriter(painter: painter).sequence(for: linkRuns)
        send(Array(TerminalMode.frameStart.utf8) + frames.take() + Array((links + TerminalMode.frameEnd).utf8))
    }

    private func setTitle(_ text: String?) {
        guard text != frameTitle else { return }
        frameTitle = text
        let title = text.map { SafeText.bare($0, glyphs: glyphs, limit: 200) }
        guard description.isXterm, title != self.title else { return }
        self.title = title
        // Saved again, because restoring the terminal's own title used up the saved one.
        send(title.map(TerminalMode.title) ?? TerminalMode.titleRestored + TerminalMode.titleSaved)
    }

    /// Sends the whole screen again.
    func redraw() {
        guard let shown else { return }
        invalidate()
        show(shown)
    }

    /// Sends text as it is, between two frames.
    func send(_ text: String) { send(Array(text.utf8)) }

    private func send(_ bytes: [UInt8]) { _ = FileCalls.system.writeAll(bytes, to: output) }

    /// Restores the terminal, until ``enter()``.
    func leave() {
        isReleased = true
        send(TerminalMode.allOff(isXterm: description.isXterm))
        (title, frameTitle) = (nil, nil)
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
        curses.close()
        frames.close()
    }

    private func invalidate() {
        shown = nil
        clearok(console_curscr(), true)
    }

    private func move(to cursor: Cursor) {
        if cursor.isVisible != self.cursor.isVisible { curs_set(cursor.isVisible ? 1 : 0) }
        leaveok(console_stdscr(), cursor.place == nil)
        if let place = cursor.place { wmove(console_stdscr(), Int32(place.y), Int32(place.x)) }
        self.cursor = cursor
    }

    private func fitted(_ surface: Surface) -> Surface {
        guard surface.size != size else { return surface }
        var frame = Surface(size: size)
        frame.blit(surface)
        return frame
    }
}

/// Where the terminal's cursor is, and whether it is seen.
private struct Cursor: Equatable {
    /// `nil` where it does not matter.
    var place: Point?
    var isVisible = false

    init() {}

    init(of frame: Surface) {
        let visible = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
        place = visible ?? frame.focus.flatMap { frame.bounds.contains($0) ? $0 : nil }
        isVisible = visible != nil
    }
}
