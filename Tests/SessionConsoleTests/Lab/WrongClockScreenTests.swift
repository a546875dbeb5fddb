import ConsoleApp
import DemoProvider
import Foundation
import Scenarios
import SessionCore
import TerminalCurses
import TerminalUI
import Testing

@testable import session_console

/// While this machine's clock is wrong, all screens tell the same of a token.
@Suite(.timeLimit(.minutes(5))) struct WrongClockScreenTests {
    private static let size = Size(width: 120, height: 40)

    /// Plays steps on the demo, whose time stands still but for them, and returns the workspace as it is then.
    private func workspace(after steps: String) async throws -> Workspace {
        let scenario = try Scenario(parsing: steps, vocabulary: .console)
        let travel = Travel(clock: TravelClock(flows: false))
        let opener = DemoOpener(DemoProvider.Configuration(), started: nil, requestFolder: nil, travel: travel)
        let player = await Player(
            Playback(scenario, pace: Pace(speed: nil, isRealTime: false)), travel: travel, isHeadless: true
        ) { #expect($0.outcome == .passed, "\($0)") }
        let runner = try await ConsoleRunner(
            terminal: NoTerminal(size: Self.size), on: .session(opener.opening(of: DemoOpener.first), opener: opener),
            environment: [:], usesASCII: false, player: player)
        try await runner.run()
        await opener.finish()
        return await runner.workspace
    }

    private func screen(_ key: Character, of workspace: Workspace) -> String {
        var workspace = workspace
        _ = update(&workspace, .terminal(.keyPressed(.character(key))))
        var frames = WorkspaceFrames(glyphs: .unicode)
        return frames.draw(workspace, size: workspace.size).lines.joined(separator: "\n")
    }

    @Test(arguments: ["clock +5 min", "clock -5 min"], [false, true])
    func `the panes agree on the access token and on the time`(fault: String, isRefreshed: Bool) async throws {
        let steps = """
            sign in as alice by password
            wait 20s
            fault \(fault) until cleared
            \(isRefreshed ? "refresh\nexpect 1 refresh" : "")
            GET /orders
            expect 200
            """
        let workspace = try await workspace(after: steps)
        let session = screen("1", of: workspace)
        let left = isRefreshed ? "01:00" : "00:40"
        for token in ["Access", "ID token"] {
            #expect(session.contains(try Regex("\(token) +[0-9A-F]{4} \(left)")), "\(session)")
        }
        #expect(session.contains(fault == "clock +5 min" ? "Δ-5min" : "Δ+5min"), "\(session)")
        let header = try #require(session.firstMatch(of: /(\d\d:\d\d:\d\d) Δ/)?.output.1)
        let events = session.matches(of: /(\d\d:\d\d:\d\d)\.\d\d\d/).map(\.output.1)
        #expect(events.last == header, "\(session)")
        let tokens = screen("3", of: workspace)
        #expect(tokens.contains(try Regex("Access .*expires in \(left)")), "\(tokens)")
        let flow = screen("2", of: workspace)
        #expect(flow.contains("+20.00 s") && !flow.contains(/\n[^A-Za-z\n]*\+\d+ min/), "\(flow)")
    }
}
