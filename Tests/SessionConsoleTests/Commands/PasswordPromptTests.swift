import Glibc
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct PasswordPromptTests {
    /// Asks for alice's password in a terminal, then shows the exit status and the terminal's settings.
    private func prompt(_ body: (TmuxScreen) async throws -> Void) async throws {
        let console = try await Console()
        let command = ProgramUnderTest.commandLine(["login", "--flow", "password", "--username", "alice"])
        try await TmuxScreen.run("\(command); echo status $?; stty -a", program: console.program) { screen in
            try await screen.wait(for: "Password of alice:")
            try await body(screen)
        }
    }

    private func waitForEcho(_ screen: TmuxScreen) async throws {
        try await screen.wait("a terminal that echoes") {
            let settings = $0.split(whereSeparator: \.isWhitespace)
            return settings.contains("icanon") && settings.contains("echo")
        }
    }

    @Test func `the password is typed, and corrected, without being seen`() async throws {
        try await prompt { screen in
            try await screen.type("nonsense")
            try await screen.press("C-u")
            try await screen.type("wonderlandé")
            try await screen.press("BSpace", "Enter")
            let text = try await screen.wait(for: "status 0")
            #expect(!text.contains("wonderland"))
            try await waitForEcho(screen)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGSEGV])
    func `load 3: a prompt that a signal ends leaves a terminal that echoes`(signal: Int32) async throws {
        let console = try await Console()
        let command = ProgramUnderTest.commandLine(["login", "--flow", "password", "--username", "alice"])
        let script = "ulimit -c 0; sh -c 'echo $$ >pid; exec '\"\(command)\"; echo status $?; stty -a; exec cat"
        try await TmuxScreen.run(script, program: console.program) { screen in
            try await screen.wait(for: "Password of alice:")
            kill(try #require(pid_t(try console.program.text("pid").filter(\.isNumber))), signal)
            try await screen.wait(for: "status \(128 + signal)")
            try await waitForEcho(screen)
        }
    }

    @Test func `load 3: a prompt that is stopped gives an echoing terminal to the shell, and asks again`() async throws
    {
        let console = try await Console()
        let command = ProgramUnderTest.commandLine(["login", "--flow", "password", "--username", "alice"])
        try await TmuxScreen.run("PS1='$ ' exec bash --norc --noprofile -i", program: console.program) { screen in
            try await screen.wait(for: "$")
            try await screen.type("\(command) & echo $! >pid; fg\n")
            try await screen.wait(for: "Password of alice:")
            kill(try #require(pid_t(try console.program.text("pid").filter(\.isNumber))), SIGTSTP)
            try await screen.wait(for: "Stopped")
            try await screen.type("clear; stty -a\n")
            try await waitForEcho(screen)
            try await screen.type("clear; fg\n")
            try await screen.wait(for: "Password of alice:")
            try await screen.type("wonderland")
            try await screen.press("Enter")
            let text = try await screen.wait(for: "Signed in")
            #expect(!text.contains("wonderland"))
        }
    }

    @Test func `ctrl-c gives up and the terminal echoes again`() async throws {
        try await prompt { screen in
            try await screen.type("wonder")
            try await screen.press("C-c")
            try await screen.wait(for: "status 1")
            try await waitForEcho(screen)
        }
    }
}
