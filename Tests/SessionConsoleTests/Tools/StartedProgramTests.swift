import TestSupport
import Testing

@testable import session_console

/// What a program gets that `exec` starts, and what is said where it can't be started.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct StartedProgramTests {
    /// Runs `exec` in a shell that has set its limits and signals.
    private func exec(
        _ console: Console, after setting: String, _ words: String...
    ) async throws -> Subprocess.Result {
        let line = ProgramUnderTest.commandLine(["exec", "--"] + words)
        let environment = console.program.environment
        return try await blocking {
            try Subprocess("/bin/sh", ["-c", "\(setting); exec \(line)"], environment: environment).finish()
        }
    }

    @Test func `a program gets neither the client secret nor this program's limits and signals`() async throws {
        let console = try await Console()
        try await console.signIn()
        let setting = "export SESSION_CONSOLE_CLIENT_SECRET=CANARY; trap '' HUP; ulimit -S -c 1000"
        let script =
            #"env | grep -c CANARY; ulimit -c; grep SigIgn /proc/self/status; test -n "$ACCESS_TOKEN" && echo token"#
        let result = try await exec(console, after: setting, "sh", "-c", script)
        // SIGHUP alone of the 31 standard signals is ignored, as the shell had it.
        let ignored = result.lines.count == 4 ? UInt64(result.lines[2].dropFirst("SigIgn:\t".count), radix: 16) : nil
        #expect(ignored.map { $0 & 0x7FFF_FFFF } == 1, "\(result.lines)")
        #expect(result.lines.prefix(2) == ["0", "1000"] && result.lines.last == "token")
    }

    @Test(arguments: [("no-such-program", 127), ("/no/such/program", 127), ("/etc", 126), ("/etc/passwd", 126)])
    func `a program that can't be started is told by the status that a shell has for it`(
        program: String, status: Int32
    ) async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await console.run("exec", "--", program)
        #expect(result.status == status)
        #expect(result.errorText.contains("\(program) can't be run: "))
    }
}
