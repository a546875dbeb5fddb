import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct WatchInterruptTests {
        @Test func `ctrl-c reaches a watched command once, which ends as it likes`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            try program.write(
                """
                # A trapped signal ends the read then, and no line is lost to a time-out.
                set -o posix
                trap 'echo trapped $((n += 1))' INT
                echo "its group is $(ps -o pgid= -p $$ | tr -d ' '), the terminal's $(ps -o tpgid= -p $$ | tr -d ' ')"
                echo ready
                until read -r line; do :; done
                exit $((40 + n))
                """, to: "command")
            let watch = ProgramUnderTest.commandLine([
                "watch", "--host", "localhost", "--headless", "--", "bash", "command",
            ])
            let script = "trap : INT; cd '\(program.home)'; \(watch); echo status $?; exec cat"
            try await TmuxScreen.run(script, program: program) { screen in
                let ready = try await screen.wait(for: "ready")
                // The terminal sends ctrl-c to the group that has it: to this program and to the command.
                let groups = try #require(ready.firstMatch(of: /its group is (\d+), the terminal's (\d+)/))
                #expect(groups.output.1 == groups.output.2)
                try await screen.press("C-c")
                try await screen.wait(for: "trapped 1")
                try await screen.press("Enter")
                let end = try await screen.wait(for: "status ")
                #expect(end.contains("status 41") && !end.contains("trapped 2"), "\(end)")
            }
        }
    }
}
