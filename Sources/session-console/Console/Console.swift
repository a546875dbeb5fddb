import ConsoleApp
import TerminalCurses
import TerminalUI

/// Opens the terminal and runs the loop in it.
@TerminalActor
enum Console {
    /// Returns when the console is closed; `name` is the first session's, which `--record` records.
    static func run(
        _ context: CommandContext, _ name: String, by opener: any SessionOpener, theme: Theme.Choice?,
        player: Player? = nil
    ) async throws {
        let recorder: Recorder?
        do {
            recorder = try Recorder(context)
        } catch {
            await opener.finish()
            throw error
        }
        do {
            let opening = try opener.opening(of: name)
            try await withTerminal(context, theme) { terminal in
                try await ConsoleRunner(
                    terminal: terminal, on: .session(opening, opener: opener), environment: context.environment,
                    usesASCII: context.usesASCII, player: player, recorder: recorder
                ).run()
            }
        } catch {
            recorder?.result.tell(context.output)
            await opener.finish()
            throw error
        }
        await opener.finish()
        try recorder?.result.requireWhole(context.output)
    }

    /// Shows a recording; returns when the console is closed.
    static func show(_ recording: RecordingSource, _ context: CommandContext, theme: Theme.Choice?) async throws {
        try await show(.recording(recording), context, theme)
    }

    /// Shows what other programs do while they are watched; returns when the console is closed.
    static func show(_ watched: WatchedPrograms, _ context: CommandContext, theme: Theme.Choice?) async throws {
        try await show(.programs(watched), context, theme)
    }

    private static func show(
        _ subject: ConsoleRunner.Subject, _ context: CommandContext, _ theme: Theme.Choice?
    ) async throws {
        try await withTerminal(context, theme) { terminal in
            try await ConsoleRunner(
                terminal: terminal, on: subject, environment: context.environment,
                usesASCII: context.usesASCII
            ).run()
        }
    }

    /// Opens the terminal for a loop, and restores it before an error is printed.
    static func withTerminal<Result: Sendable>(
        _ context: CommandContext, _ theme: Theme.Choice?, _ loop: (CursesTerminal) async throws -> Result
    ) async throws -> Result {
        var options = TerminalOptions.fromEnvironment()
        if let theme { options.theme = theme }
        options.reportsMouse = context.usesMouse
        let terminal: CursesTerminal
        do {
            terminal = try CursesTerminal.open(options)
        } catch {
            throw CommandFailure(
                .failed, error.description.capitalizedSentence,
                advice: try context.command.asText?(context)
                    ?? "The commands work without a terminal: see \(ProgramCall.line("--help"))")
        }
        defer { terminal.close() }
        return try await loop(terminal)
    }
}
