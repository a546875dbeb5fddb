import TerminalCurses
import TerminalUI

/// The terminal as the console needs it: a real one, or none.
@TerminalActor
protocol ConsoleTerminal: AnyObject, Sendable {
    var receive: (@TerminalActor (TerminalEvent) -> Void)? { get set }
    var glyphs: Glyphs { get }
    var size: Size { get }
    var theme: Theme.Choice { get set }
    var isMouseEnabled: Bool { get set }
    var standIn: TerminalStandIn? { get }

    func show(_ surface: Surface)
    func redraw()
    /// Returns whether the text was sent to the clipboard.
    func copy(_ text: String) -> Bool
    /// Sends characters that show nothing on the screen, such as the bell.
    func signal(_ sequence: String)
    func printOut(_ text: String, prompt: String) async
    func suspend()
    func attendToEnd(farewell: String)
    /// Lends the terminal to a program.
    func withTerminalReleased<Result: Sendable>(_ body: () async -> Result) async -> Result
}

extension ConsoleTerminal {
    var standIn: TerminalStandIn? { nil }
}

extension CursesTerminal: ConsoleTerminal {}

/// The console without a terminal: it draws nothing, and no key is typed.
@TerminalActor
final class NoTerminal: ConsoleTerminal {
    var receive: (@TerminalActor (TerminalEvent) -> Void)?
    let glyphs = Glyphs.unicode
    let size: Size
    var theme = Theme.Choice.fitting
    var isMouseEnabled = false

    nonisolated init(size: Size = Size(width: 120, height: 36)) { self.size = size }

    func show(_: Surface) {}
    func redraw() {}
    func copy(_: String) -> Bool { false }
    func signal(_: String) {}
    func printOut(_: String, prompt _: String) {}
    func suspend() {}
    func attendToEnd(farewell _: String) {}
    func withTerminalReleased<Result: Sendable>(_ body: () async -> Result) async -> Result { await body() }
}
