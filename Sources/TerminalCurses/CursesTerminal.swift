import CNcurses
import HostSystem
package import TerminalUI

/// The terminal, and the one owner of curses: shows surfaces and reports input.
///
/// There is one at a time in a process. From ``open(_:)`` to ``close()`` it holds the terminal in raw mode on the
/// alternate screen; a crash or an unhandled signal restores the terminal before the process ends.
@TerminalActor
package final class CursesTerminal {
    /// Receives the terminal's events as they happen; those that came before it was set come first.
    ///
    /// An event that handling another one leads to, as stopping the process does, follows when that one is done.
    package var receive: (@TerminalActor (TerminalEvent) -> Void)? { didSet { deliver() } }
    /// The glyphs that this terminal can show.
    package var glyphs: Glyphs { screen.glyphs }
    package private(set) var size: Size
    /// What is used in the place of a type that this machine has no description of.
    package let standIn: TerminalStandIn?

    let options: TerminalOptions
    let screen: CursesScreen
    let signals: TerminalGuard
    private var events: [TerminalEvent] = []
    private var isDelivering = false
    private var reader: KeyReader?
    private var signalWatch: Int?
    private var isOpen = true
    private let themes: ThemeSwitch

    /// Takes over the terminal.
    package static func open(_ options: TerminalOptions) throws(TerminalError) -> CursesTerminal {
        guard isatty(options.input) == 1 else { throw .inputNotTerminal }
        guard isatty(options.output) == 1 else { throw .outputNotTerminal }
        var options = options
        let standIn = try TerminalDescription.standIn(for: options.terminalType, output: options.output)
        if let standIn { options.terminalType = standIn.substitute }
        return try CursesTerminal(options, standIn)
    }

    private init(_ options: TerminalOptions, _ standIn: TerminalStandIn?) throws(TerminalError) {
        (self.options, self.standIn) = (options, standIn)
        let encoding = CharacterEncoding.select(options.locale)
        TerminalGuard.rememberActions()
        screen = try CursesScreen(options, encoding: encoding)
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
        screen.enter()
        themes = ThemeSwitch(screen, choice: options.theme)
        listen()
    }

    /// Shows a surface by sending the cells that have changed.
    ///
    /// If the surface has another size than the terminal, as just after a resize, the part that fits is shown.
    package func show(_ surface: Surface) {
        guard isOpen, !screen.isReleased else { return }
        themes.show(surface)
    }

    /// The theme, as far as the terminal has the colours for it; setting it shows everything again.
    package var theme: Theme.Choice {
        get { themes.choice }
        set {
            guard isOpen else { return }
            themes.choose(newValue)
        }
    }

    /// Sends the whole screen again, for when another program has written to the terminal.
    package func redraw() {
        guard isOpen, !screen.isReleased else { return }
        screen.redraw()
    }

    /// Whether clicks and the wheel are reported, as ``Key/mouse(_:)``; while they are, the terminal can't select text.
    ///
    /// They are not reported to another program while that has the terminal.
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
    /// Terminals don't confirm it, so success is not known. Returns `false`, having sent nothing, if the text is longer
    /// than terminals accept; ``printOut(_:prompt:)`` is the alternative.
    package func copy(_ text: String) -> Bool {
        guard isOpen, let request = Clipboard.request(text, through: options.multiplexer) else { return false }
        screen.send(request)
        return true
    }

    /// Sends characters that show nothing on the screen, such as the bell; not while another program has the terminal.
    package func signal(_ sequence: String) {
        if isOpen, !screen.isReleased { screen.send(sequence) }
    }

    /// Prints text on the shell's screen, where the user can select it; returns when enter is pressed.
    ///
    /// For text that ``copy(_:)`` refuses. Control characters are printed as symbols.
    package func printOut(_ text: String, prompt: String) async {
        let lines = SafeText.lines(text, glyphs: glyphs).map { $0.text + "\n" }.joined()
        await withTerminalReleased { [screen] in
            screen.send("\n\(lines)\n\(SafeText.plain(prompt, glyphs: screen.glyphs))")
            await PrintedText.waitForEnter(at: options.input)
        }
    }

    /// Restores the terminal and stops the process, as ctrl-z does in other programs; returns when it is continued.
    ///
    /// The event ``TerminalEvent/resumed`` follows.
    package func suspend() {
        guard isOpen else { return }
        guard !screen.isReleased else { return signals.stopReleased() }
        leave()
        signals.stop()
        enter()
        report(.resumed)
    }

    /// Tells the signal handlers that the program is ending: a second signal prints `farewell` and ends it at once.
    package func attendToEnd(farewell: String) {
        guard isOpen else { return }
        signals.attend(farewell: farewell)
    }

    /// Lends the terminal to another program, such as an editor, for as long as the body runs.
    ///
    /// Meanwhile nothing is shown, nothing is read, and ctrl-c is the other program's. ``TerminalEvent/resumed``
    /// follows.
    package func withTerminalReleased<Result: Sendable>(_ body: () async -> Result) async -> Result {
        guard isOpen, !screen.isReleased else { return await body() }
        leave()
        signals.release()
        let result = await body()
        signals.resume()
        enter()
        report(.resumed)
        return result
    }

    /// Restores the terminal for good.
    ///
    /// Input that was not read stays for the next program.
    package func close() {
        guard isOpen else { return }
        stopReading()
        themes.close()
        isOpen = false
        if let signalWatch { TerminalActor.shared.thread.removeWatch(signalWatch) }
        _ = HostSystem.close(signals.wakeups)
        screen.close()
        signals.remove()
        receive = nil
    }

    private func report(_ event: TerminalEvent) {
        events.append(event)
        deliver()
    }

    private func deliver() {
        guard !isDelivering else { return }
        isDelivering = true
        while let receive, !events.isEmpty { receive(events.removeFirst()) }
        isDelivering = false
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
        let reader = KeyReader(
            terminal: options.input, sequences: screen.description.keys,
            receive: { [weak self] in self?.report($0) }, note: { [themes] in themes.observe($0) })
        reader.start()
        self.reader = reader
        signalWatch = TerminalActor.shared.thread.watch(signals.wakeups) { [weak self] in self?.handleSignals() }
    }

    private func handleSignals() {
        guard isOpen else { return }
        let received = signals.receivedSignals()
        if received.contains(SIGTSTP) { report(.stopRequested) }
        // After a stop that this program did not carry out itself, another program may have changed the modes.
        if received.contains(SIGCONT), !screen.isReleased {
            leave()
            enter()
            report(.resumed)
        }
        if received.contains(SIGWINCH) { measure() }
        for signal in [SIGHUP, SIGTERM, SIGINT, SIGQUIT] where received.contains(signal) {
            report(.endRequested(signal: signal))
        }
    }

    private func measure() {
        guard !screen.isReleased, screen.measure() else { return }
        size = screen.size
        report(.resized(size))
    }
}
