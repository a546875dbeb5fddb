import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct PasswordPromptTests {
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

    @Test func `ctrl-c gives up and the terminal echoes again`() async throws {
        try await prompt { screen in
            try await screen.type("wonder")
            try await screen.press("C-c")
            try await screen.wait(for: "status 1")
            try await waitForEcho(screen)
        }
    }
}
