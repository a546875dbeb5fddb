import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RecordingConsoleTests {
    /// Runs the console with recording, calls the API, and leaves.
    private func record(_ options: [String]) async throws -> (moments: [Moment], text: String) {
        let console = try await Console()
        let path = console.program.home + "/out.jsonl"
        let script = ProgramUnderTest.commandLine(["--record", path] + options)
        try await TmuxScreen.run(script + "; echo \"ended with status $?\"; exec cat", program: console.program) {
            screen in
            try await screen.wait(for: "SIGNED OUT")
            let under = ConsoleUnderTest(program: console.program, provider: console.provider, screen: screen)
            try await under.signIn()
            try await under.perform("get /orders?limit=1")
            try await screen.wait(for: "200 OK")
            try await screen.press("Q")
            try await screen.wait(for: "ended with status 0")
        }
        var reader = try RecordingReader(path)
        let moments = reader.rest()
        #expect(reader.stop == nil && reader.leftOut == 0)
        return (moments, try console.program.text("out.jsonl"))
    }

    @Test func `the console records calls, answers, statuses and events, with bodies if asked`() async throws {
        for withBodies in [false, true] {
            let (moments, text) = try await record(withBodies ? ["--record-bodies"] : [])
            #expect(moments.contains { if case .context = $0.occurrence { true } else { false } })
            #expect(moments.contains { if case .sent = $0.occurrence { true } else { false } })
            #expect(
                moments.contains { moment in
                    guard case .answered(_, .success(let answer)) = moment.occurrence else { return false }
                    return answer.response.status == 200 && answer.response.body.isEmpty == !withBodies
                })
            let statuses = moments.compactMap { if case .status(let status) = $0.occurrence { status } else { nil } }
            #expect(statuses.last?.state.isAuthenticated == true)
            let events = moments.compactMap {
                if case .event(let event) = $0.occurrence { event.sequence } else { nil }
            }
            #expect(events == Array(1...max(events.count, 1)))
            #expect(!text.contains("wonderland"))
        }
    }
}
