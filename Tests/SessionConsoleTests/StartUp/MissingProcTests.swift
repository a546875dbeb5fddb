import HostSystem
import TestSupport
import Testing

/// A program in a system that has no `/proc`, as a root of its own may be.
@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
struct MissingProcTests {
    @Test(
        .enabled(if: geteuid() == 0, "only root hides /proc"),
        arguments: [(["--version"], 0, "session-console"), (["token", "--help"], 0, "usage: session-console token")])
    func `the arguments arrive without it`(arguments: [String], status: Int32, text: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let command = ProgramUnderTest.commandLine(arguments)
        let environment = program.environment
        let result = try await blocking {
            try Subprocess(
                "/usr/bin/unshare", ["-m", "sh", "-c", "mount -t tmpfs none /proc && exec \(command)"],
                environment: environment
            ).finish()
        }
        #expect(result.status == status, "\(result.errorText)")
        #expect(result.text.contains(text))
    }
}
