import ConsoleApp
import Scenarios
import TerminalUI

/// `play`: a scenario, in the console or as a test.
extension Command {
    static let play = Command(
        name: "play",
        summary: "play a scenario: in the console for an audience, or headless as a test",
        usage: "[--headless [--format FORMAT]] [--speed X] [--real-time] FILE | --list [NAME]",
        details: """
            FILE is a scenario, a text file with one step or expectation per line: see
            'session-console help scenarios'. FILE can also be - for standard input, or the
            name of a scenario that ships with the program. --list lists those names;
            --list NAME prints one.

            The console shows each step as it is played: p pauses, n plays one step, + and -
            change the speed, and q leaves the scenario and keeps the session. --headless
            needs no terminal and prints each step with its result. The exit status is 0 if
            every step and expectation passed, 1 after the first failure, and 2 if the
            scenario can't be read or can't be played here.

            On the demo's provider the clock moves instead of waiting: 'wait 47m' takes a
            moment. --real-time waits in real time, as with a profile's provider. A scenario
            with steps that need the demo's provider is refused before it begins on another.

            A scenario runs no program, writes no file, and neither copies nor shows a
            token. The password of a user outside the demo comes from --password-file.
            """,
        example: "session-console play tour --headless --format tap",
        options: Option.scenario + Option.recording + Option.screen,
        takesProvider: true,
        operands: 0...1,
        takesFile: true,
        firstOperands: { Scenario.shipped.map(\.name) },
        asText: { context in
            "The scenario as text: \(ProgramCall.line(["play"] + context.operands + ["--headless"]))"
        },
        run: { context in
            if context.invocation.contains(.list) {
                if let name = context.operands.first { return try printShipped(name, context) }
                let rows = Scenario.shipped.map { (name: $0.name, meaning: $0.summary) }
                for line in Columns.list(rows) { try context.output.line(line) }
                return .done
            }
            guard let name = context.operands.first else {
                throw CommandFailure(
                    .badCommandLine, "No scenario was named.",
                    advice: "Name a file, or one of \(Scenario.shipped.map(\.name).joined(separator: ", ")).")
            }
            let source = try ScenarioSource(name)
            return try await ScenarioRun(source.scenario(), source, context).play()
        })

    /// Prints the text of a scenario that ships with the program, to learn from or to begin one's own with.
    private static func printShipped(_ name: String, _ context: CommandContext) throws(CommandFailure) -> ExitStatus {
        guard let scenario = Scenario.shipped.first(where: { $0.name == name }) else {
            throw CommandFailure(
                .badCommandLine, "No scenario of that name ships with the program.",
                advice: "See: \(ProgramCall.line("play", "--list"))")
        }
        try context.output.data(Array(scenario.text.utf8))
        return .done
    }
}
