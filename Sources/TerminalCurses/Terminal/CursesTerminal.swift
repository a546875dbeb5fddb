import CNcurses
import Dispatch
import Glibc
package import TerminalUI

/// The terminal, and the one owner of curses: shows surfaces and tells what is typed.
///
/// There is one at a time in a process. From ``open(_:)`` to ``close()`` it has the terminal in raw mode on the
/// second screen; a crash or an unattended signal brings the terminal back before the process ends.
@MainActor
package final class CursesTerminal {
    /// What happens at the terminal, for one reader; ends with ``close()``.
    package nonisolated let events: AsyncStream<TerminalEvent>
    /// What views can draw with here.
    package var glyphs: Glyphs { screen.glyphs }
    package private(set) var size: Size

    let options: TerminalOptions
    let screen: Screen
    let signals: TerminalGuard
    private let continuation: AsyncStream<TerminalEvent>.Continuation
    private var reader: KeyReader?
    private var signalSource: (any DispatchSourceRead)?
    private var isOpen = true
    private let themes: ThemeSwitch

    /// Takes over the terminal.
    package static func open(_ options: TerminalOptions) throws(TerminalError) -> CursesTerminal {
        guard isatty(options.input) == 1 else { throw .inputIsNoTerminal }
        guard isatty(options.output) == 1 else { throw .outputIsNoTerminal }
        try TerminalDescription.check(options.terminalType, output: options.output)
        return try CursesTerminal(options)
    }

    private init(_ options: TerminalOptions) throws(TerminalError) {
        self.options = options
        let encoding = CharacterEncoding.select(options.locale)
        TerminalGuard.rememberActions()
        screen = try Screen(options, encoding: encoding)
        do {
            signals = try TerminalGuard(
                output: options.output, painted: screen.output, modes: screen.originalModes,
                reset: screen.description.reset)
        } catch {
            screen.close()
            throw error
        }
        signals.arm(true)
        size = screen.size
        (events, continuation) = AsyncStream.makeStream()
        screen.enter()
        themes = ThemeSwitch(screen, choice: options.theme)
        listen()
    }

    /// Shows a surface: sends what differs from what is shown, and nothing where nothing does.
    ///
    /// Of a surface of another size than the terminal's, as one made just before a resize, the part that fits is shown.
    package func show(_ surface: Surface) {
        guard isOpen, !screen.isReleased else { return }
        SignalStack.coverThread()
        themes.show(surface)
    }

    /// The theme, as far as the terminal has the colours for it; everything is shown again in another one.
    package var theme: Theme.Choice {
        get { themes.choice }
        set {
            guard isOpen else { return }
            SignalStack.coverThread()
            themes.choose(newValue)
        }
    }

    /// Sends everything that is shown again, because something else has written to the terminal.
    package func redraw() {
        guard isOpen, !screen.isReleased else { return }
        screen.redraw()
    }

    /// Whether clicks and the wheel are reported, as ``Key/mouse(_:)``; while they are, the terminal can't select text.
    ///
    /// Another program that has the terminal meanwhile has it without.
    package var isMouseEnabled: Bool {
        get { screen.reportsMouse }
        set {
            guard isOpen, newValue != screen.reportsMouse else { return }
            screen.reportsMouse = newValue
            guard !screen.isReleased else { return }
            screen.send(newValue ? TerminalMode.mouseOn : TerminalMode.mouseOff)
        }
    }

    /// Asks the terminal to put text on its clipboard.
    ///
    /// No terminal answers whether it did, so success can't be told. The answer is false where the text is longer than
    /// terminals take; then nothing was sent, and ``printOut(_:prompt:)`` is left.
    package func copy(_ text: String) -> Bool {
        guard isOpen, let request = Clipboard.request(text, through: options.multiplexer) else { return false }
        screen.send(request)
        return true
    }

    /// Prints text where the shell's own output stands, for a person to select; returns when enter is pressed.
    ///
    /// What ``copy(_:)`` refuses can be had so. Control characters are printed as symbols.
    package func printOut(_ text: String, prompt: String) async {
        let lines = SafeText.lines(text, glyphs: glyphs).map { $0.text + "\n" }.joined()
        await withTerminalReleased { [screen] in
            screen.send("\n\(lines)\n\(SafeText.plain(prompt, glyphs: screen.glyphs))")
            await PrintedText.waitForEnter(at: options.input)
        }
    }

    /// Gives the terminal back and stops the process, as ctrl-z does in other programs; returns when it is continued.
    ///
    /// The event ``TerminalEvent/resumed`` follows.
    package func suspend() {
        guard isOpen else { return }
        guard !screen.isReleased else { return signals.stopReleased() }
        leave()
        signals.stop()
        enter()
        continuation.yield(.resumed)
    }

    /// Tells the signal handlers that a request to end has been understood, and what to say where a second one comes.
    package func attendToEnd(farewell: String) {
        guard isOpen else { return }
        signals.attend(farewell: farewell)
    }

    /// Lends the terminal to another program, such as an editor, for as long as the body runs.
    ///
    /// Meanwhile nothing is shown, nothing is read, and ctrl-c is the other program's. ``TerminalEvent/resumed`` follows.
    package func withTerminalReleased<Result: Sendable>(_ body: () async -> Result) async -> Result {
        guard isOpen, !screen.isReleased else { return await body() }
        leave()
        signals.release()
        let result = await body()
        signals.resume()
        enter()
        continuation.yield(.resumed)
        return result
    }

    /// Gives the terminal back for good.
    ///
    /// What was typed and not read stays for the next program.
    package func close() {
        guard isOpen else { return }
        stopReading()
        themes.close()
        isOpen = false
        signalSource?.cancel()
        screen.close()
        signals.remove()
        continuation.finish()
    }

    private func stopReading() {
        reader?.awaitReports { themes.expectsReports }
        reader?.stop()
    }

    private func leave() {
        stopReading()
        screen.leave()
        signals.arm(false)
    }

    private func enter() {
        guard isOpen else { return }
        signals.arm(true)
        screen.enter()
        measure()
        reader?.start()
    }

    private func listen() {
        let receive: @MainActor (TerminalEvent) -> Void = { [continuation] event in continuation.yield(event) }
        let reader = KeyReader(
            terminal: options.input, sequences: screen.description.keys, receive: receive,
            note: { [themes] in themes.note($0) })
        reader.start()
        self.reader = reader
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.wakeups, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.handleSignals() }
        }
        // Not before: until then the queue still watches the descriptor.
        source.setCancelHandler { [wakeups = signals.wakeups] in _ = Glibc.close(wakeups) }
        source.activate()
        signalSource = source
    }

    private func handleSignals() {
        guard isOpen else { return }
        SignalStack.coverThread()
        let received = signals.receivedSignals()
        if received.contains(SIGTSTP) { continuation.yield(.stopRequested) }
        // Whoever stopped this program without asking it has used the terminal since, and left it in modes of its own.
        if received.contains(SIGCONT), !screen.isReleased {
            leave()
            enter()
            continuation.yield(.resumed)
        }
        if received.contains(SIGWINCH) { measure() }
        for signal in [SIGHUP, SIGTERM, SIGINT, SIGQUIT] where received.contains(signal) {
            continuation.yield(.endRequested(signal: signal))
        }
    }

    private func measure() {
        guard !screen.isReleased, screen.measure() else { return }
        size = screen.size
        continuation.yield(.resized(size))
    }
}
