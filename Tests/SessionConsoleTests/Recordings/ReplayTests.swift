import ConsoleApp
import DemoProvider
import FoundationEssentials
import Scenarios
import SessionCore
import TerminalCurses
import TerminalUI
import TestSupport
import Testing

@testable import session_console

/// The screens of a recording are those of the session that was recorded.
@Suite(.timeLimit(.minutes(5))) struct ReplayTests {
    /// Live screens by the line of the step after which they were drawn.
    @TerminalActor
    private final class Film {
        private var runner: ConsoleRunner?
        private(set) var pictures: [Int: [String]] = [:]
        private let steps: Set<Int>

        init(after steps: Set<Int>) { self.steps = steps }

        func watch(_ runner: ConsoleRunner) { self.runner = runner }

        func take(_ result: StepResult) {
            guard steps.contains(result.line), let runner else { return }
            pictures[result.line] = ReplayTests.screen(of: runner.workspace)
        }
    }

    private static let size = Size(width: 120, height: 36)
    /// Below them are the rows of the scenario, or of the recording.
    private static let rowsOfScreens = 33

    fileprivate static func screen(of workspace: Workspace) -> [String] {
        var frames = WorkspaceFrames(glyphs: .unicode)
        var lines = Array(frames.draw(workspace, size: workspace.size).lines.prefix(rowsOfScreens))
        // Nobody takes first steps in the past, where something else has their room.
        lines[1] = lines[1].replacing(/5 Lab .*refreshes/, with: "5 Lab  refreshes")
        return lines
    }

    @Test func `a recording of the tour shows five moments as they were`() async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/tour.jsonl"
        let scenario = try Scenario(parsing: ShippedScenario.tour.text, vocabulary: .console)
        let texts = [
            "expect state authenticated, 1 sign-in", "expect 200, 1 call, no logouts",
            "expect 1 refresh, 20 calls, 200, no logouts", "expect forced logout because invalid_grant, 1 logout",
            "expect 401, challenge error=insufficient_user_authentication, no logouts",
        ]
        let lines = texts.compactMap { text in scenario.steps.first { $0.text == text }?.line }
        try #require(lines.count == 5)

        let live = try await play(scenario, recordedIn: path, showing: Set(lines))
        #expect(live.count == 5)

        let recorded = try screens(ofRecording: path)
        for line in lines {
            // A recording is not recorded itself, and nobody signs in to it.
            let picture = try #require(live[line]).map {
                $0.replacing("REC ", with: "    ")
                    .replacing(/l sign in again  (d .*esc dismiss)/) { "\($0.1)                 " }
            }
            let nearest = recorded.max { one, other in alike(one, picture) < alike(other, picture) } ?? []
            let differences = zip(picture, nearest).filter { $0 != $1 }.map { "live:     \($0)\nrecorded: \($1)" }
            #expect(differences.isEmpty, "line \(line):\n\(differences.joined(separator: "\n"))")
        }
        #expect(Set(live.values).count == 5)
    }

    private func alike(_ one: [String], _ other: [String]) -> Int { zip(one, other).count { $0 == $1 } }

    private func play(
        _ scenario: Scenario, recordedIn path: String, showing lines: Set<Int>
    ) async throws -> [Int: [String]] {
        let travel = Travel(clock: TravelClock(flows: false))
        let configuration = DemoProvider.Configuration()
        let opener = DemoOpener(configuration, started: nil, requestFolder: nil, travel: travel)
        let recorder = Recorder(
            try RecordingFile(creating: path),
            RecordingHeader(started: travel.clock.now, command: "play", profile: nil, configuration: nil),
            withBodies: true)
        let film = await Film(after: lines)
        // Nothing in it waits for time, which on a busy machine would go on between a step and what belongs to it.
        let player = await Player(
            Playback(scenario, pace: Pace(speed: 100, isRealTime: false)), travel: travel, isHeadless: true,
            hastens: false
        ) { film.take($0) }
        let runner = try await ConsoleRunner(
            terminal: NoTerminal(size: Self.size), on: .session(opener.opening(of: DemoOpener.first), opener: opener),
            environment: [:], usesASCII: false, player: player, recorder: recorder)
        await film.watch(runner)
        try await runner.run()
        await opener.finish()
        return await film.pictures
    }

    /// The screens of all moments of a recording.
    private func screens(ofRecording path: String) throws -> [[String]] {
        let source = try RecordingSource(path)
        var reader = try RecordingReader(path)
        var workspace = Workspace(
            reading: path, in: Model(context: source.context, now: source.header.started, secondsFromUTC: 0))
        let size = Size(width: Self.size.width, height: Self.rowsOfScreens + 2)
        _ = update(&workspace, .terminal(.resized(size)))
        let moments = reader.rest()
        #expect(reader.stop == nil)
        _ = update(&workspace, .recording(.read(moments)))
        // It opens where the session was lost.
        for _ in moments { _ = update(&workspace, .terminal(.keyPressed(.character("<")))) }
        var screens = [Self.screen(of: workspace)]
        for _ in moments {
            _ = update(&workspace, .terminal(.keyPressed(.character(">"))))
            screens.append(Self.screen(of: workspace))
        }
        return screens
    }
}
