import ConsoleApp
import TerminalCurses
import TerminalUI

/// Opens the terminal and runs the loop in it.
@TerminalActor
enum Console {
    /// Returns when the console is closed; `name` is the first session's, `firstTarget` the first text of the request
    /// pane.
    static func run(
        _ context: CommandContext, _ name: String, by opener: any SessionOpener, theme: Theme.Choice?,
        firstTarget: String = "/", player: Player? = nil
    ) async throws {
        do {
            try await show(context, name, by: opener, theme, firstTarget, player)
        } catch {
            await opener.finish()
            throw error
        }
        await opener.finish()
    }

    private static func show(
        _ context: CommandContext, _ name: String, by opener: any SessionOpener, _ theme: Theme.Choice?,
        _ firstTarget: String, _ player: Player?
    ) async throws {
        let opening = try opener.opening(of: name)
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
            terminal: terminal, first: opening, opener: opener, firstTarget: firstTarget,
            environment: context.environment, usesASCII: context.invocation.contains(.ascii),
            player: player)
        // The terminal is restored before an error is printed.
        defer { terminal.close() }
        try await runner.run()
    }
}
