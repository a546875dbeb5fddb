import HostSystem
import TestSupport
import Testing

/// A program that can't read its arguments in `/proc`, as in a root of its own.
///
/// Only they are hidden: without all of `/proc` libdispatch ends a program that has worked for a second.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MissingProcTests {
    @Test(
        .enabled(if: geteuid() == 0, "only root hides what is in /proc"),
        arguments: [(["--version"], 0, "session-console"), (["token", "--help"], 0, "usage: session-console token")])
    func `the arguments arrive without it`(arguments: [String], status: Int32, text: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let command = ProgramUnderTest.commandLine(arguments)
        let environment = program.environment
        let result = try await blocking {
            try Subprocess(
                "/usr/bin/unshare", ["-m", "sh", "-c", "mount --bind /dev/null /proc/$$/cmdline && exec \(command)"],
                environment: environment
            ).finish()
        }
        #expect(result.status == status, "\(result.errorText)")
        #expect(result.text.contains(text))
    }
}
