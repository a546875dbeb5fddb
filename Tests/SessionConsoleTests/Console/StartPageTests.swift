import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct StartPageTests {
        @Test func `where nothing is named the console opens on what one can do, and does it`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let line = "\(ProgramUnderTest.commandLine([])); echo left with $?; exec cat"
            try await TmuxScreen.run(line, program: program) { screen in
                _ = try await screen.wait(for: "see the tour")
                try await screen.type("o")
                _ = try await screen.wait(for: "Open a file:")
                try await screen.type("no-such-file")
                try await screen.press("Enter")
                // What can't be opened is said there, and another name can be typed.
                _ = try await screen.wait(for: "no-such-file:")
                try await screen.press("Escape")
                _ = try await screen.wait(for: "choose")
                try await screen.type("c")
                _ = try await screen.wait(for: "Findings")
                try await screen.type("q")
                _ = try await screen.waitForShell("left with 0")
            }
        }

        @Test func `who leaves it has done nothing`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let line = "\(ProgramUnderTest.commandLine([])); echo left with $?; exec cat"
            try await TmuxScreen.run(line, width: 80, height: 24, program: program) { screen in
                _ = try await screen.wait(for: "see the tour")
                try await screen.press("C-c")
                _ = try await screen.waitForShell("left with 0")
            }
        }
    }
}
