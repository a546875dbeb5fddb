import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension ConsoleTests {
    /// `watch -- COMMAND` with the console open, in a real terminal.
    @Suite(.serialized) struct WatchOutputTests {
        private func watch(
            _ command: [String], width: Int = 120, height: Int = 36,
            _ body: (TmuxScreen, ProgramUnderTest) async throws -> Void
        ) async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let line = ProgramUnderTest.commandLine(["watch", "--host", "localhost", "--"] + command)
            let script = "cd '\(program.home)'; \(line); echo status $?; exec cat"
            try await TmuxScreen.run(script, width: width, height: height, program: program) { screen in
                try await body(screen, program)
            }
        }

        private func focusOutput(_ screen: TmuxScreen) async throws {
            try await screen.press("BTab", "BTab")
            try await screen.wait(for: "▶ Output")
        }

        @Test func `a shell is typed into, and its output and its end are shown`() async throws {
            try await watch(["sh"]) { screen, program in
                try await focusOutput(screen)
                try await screen.press("Enter")
                try await screen.wait(for: "TYPING")
                try await screen.type("stty size; echo $((6 * 7))q; sleep 60")
                try await screen.press("Enter")
                try await screen.wait("what it printed") { $0.contains("13 63") && $0.contains("42q") }
                try await screen.press("C-c")
                try await screen.paste("echo pasted-$((1 + 1))\n")
                try await screen.wait(for: "pasted-2")
                try await screen.press("C-]", "q")
                try await screen.wait(for: "sh is still running")
                try await screen.press("n", "Enter")
                try await screen.wait(for: "TYPING")
                try await screen.type("exit 5")
                try await screen.press("Enter")
                try await screen.wait(for: " EXITED 5")
                try await screen.press("q")
                let end = try await screen.waitForShell("status 5")
                #expect(end.contains("What the command printed is in"))
            }
        }

        @Test func `an interactive shell that ignores SIGTERM ends with its console`() async throws {
            try await watch(["sh"]) { screen, _ in
                try await screen.wait("a prompt") { $0.contains(/│ [#$]/) }
                try await screen.press("q")
                try await screen.wait(for: "End the program?")
                try await screen.press("y")
                try await screen.waitForShell("status")
            }
        }

        @Test func `a crash is told as one, and not as a problem of the proxy`() async throws {
            try await watch(["python3", "-c", "raise SystemExit('no such file: config.json')"], width: 80, height: 24) {
                screen, _ in
                let end = try await screen.wait(for: " EXITED 1")
                #expect(end.contains("no such file: config.json"))
                try await screen.wait("its last words alone") {
                    $0.contains("✗ python3 exited 1: no such file: config.json") && !$0.contains("Nothing of python3")
                }
                try await screen.press("q")
                try await screen.waitForShell("status 1")
            }
        }

        @Test func `what sequences a program prints, the user's terminal gets none of them`() async throws {
            let hostile =
                "printf '\\033]52;c;c2VjcmV0\\007\\033]0;hostile-title\\007\\033[?1000h"
                + "\\033Pq#0\\033\\\\ready'; sleep 60"
            try await watch(["sh", "-c", hostile]) { screen, program in
                let path = program.home + "/bytes"
                try await screen.record(to: path)
                try await screen.wait(for: "ready")
                try await screen.press("?")
                let bytes = try await screen.recording(at: path, with: "Help")
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("c2VjcmV0") && !text.contains("hostile-title") && !text.contains("[?1000h"))
                // Together the two would be alt and Q.
                try await screen.press("Escape")
                try await screen.wait("the help is closed") { !$0.contains("esc close") }
                try await screen.press("Q")
                try await screen.waitForShell("status")
            }
        }

        @Test func `processes that outlive the command are named`() async throws {
            let script = "trap '' HUP; sleep 30 > /dev/null 2>&1 & exit 0"
            try await watch(["sh", "-c", script]) { screen, _ in
                try await screen.wait(for: " EXITED 0")
                try await screen.press("q")
                let end = try await screen.waitForShell("status")
                #expect(end.contains(/left running: sleep \(\d+\)/), "\(end)")
                let pid = try #require(end.firstMatch(of: /left running: sleep \((\d+)\)/)?.output.1)
                _ = kill(Int32(pid) ?? 0, SIGTERM)
            }
        }

        @Test func `a command that does not exist ends with 127`() async throws {
            try await watch(["no-such-command"]) { screen, _ in
                let end = try await screen.wait(for: "status 127")
                #expect(end.contains("no-such-command can't be run"))
            }
        }
    }
}
