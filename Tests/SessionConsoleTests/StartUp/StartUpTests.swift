import FoundationEssentials
import TestSupport
import Testing

/// The budget that CI holds the console's start to.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct StartUpTests {
    private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// Builds for debugging take more memory than the released program may.
    private func check(limit: String, memoryLimit: String = "1000") async throws -> Subprocess.Result {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let environment = program.environment.merging([
            "STARTUP_LIMIT": limit, "STARTUP_MEMORY_LIMIT": memoryLimit, "STARTS": "1",
        ]) { $1 }
        return try await blocking {
            try Subprocess(
                Self.root.appending(path: ".ci/check-startup").path, [ProgramUnderTest.path], environment: environment
            ).finish()
        }
    }

    @Test func `statement 35: CI measures the first frame, and fails beyond the budget`() async throws {
        let run = try String(contentsOf: Self.root.appending(path: ".ci/run"), encoding: .utf8)
        #expect(run.split(separator: "\n").contains(".ci/check-startup"))
        let passed = try await check(limit: "1000000")
        #expect(passed.status == 0, "\(passed.errorText)")
        #expect(passed.text.contains(/First frame: bare ncurses \d+\.\d ms, demo \d+\.\d ms, ratio/))
        #expect(passed.text.contains(/Memory: \d+\.\d MB of at most 1000/))
        #expect(try await check(limit: "0").status != 0)
        #expect(try await check(limit: "1000000", memoryLimit: "1").status != 0)
    }
}
