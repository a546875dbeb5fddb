import ConsoleApp
import TerminalCurses
import TerminalUI

/// Opens the terminal and runs the loop in it.
@TerminalActor
enum Console {
    /// Returns when the console is closed; `firstTarget` is the first text of the request pane.
    static func run(
        _ context: CommandContext, _ console: ConsoleContext, theme: Theme.Choice?, firstTarget: String = "/",
        opening open: @escaping @Sendable () async throws -> ConsoleHost
    ) async throws {
        var options = TerminalOptions.fromEnvironment()
        if let theme { options.theme = theme }
        options.reportsMouse = context.invocation.contains(.mouse)
        let terminal: CursesTerminal
        do {
            terminal = try CursesTerminal.open(options)
        } catch {
            throw CommandFailure(
                .failed, error.description.capitalizedSentence,
                advice: "The commands work without a terminal: see \(ProgramCall.line("--help"))")
        }
        let runner = ConsoleRunner(
            terminal: terminal, context: console, firstTarget: firstTarget, environment: context.environment,
            usesASCII: context.invocation.contains(.ascii))
        // The terminal is restored before an error is printed.
        defer { terminal.close() }
        try await runner.run(opening: open)
    }
}
