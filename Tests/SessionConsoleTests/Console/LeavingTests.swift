import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct LeavingTests {
        enum Way: Sendable, CustomTestStringConvertible {
            case keys(String)
            case signal(Int32)

            var testDescription: String {
                switch self {
                case .keys(let keys): keys
                case .signal(let number): "signal \(number)"
                }
            }

            /// What the shell sees as the program's exit status.
            var statuses: Set<Int32> {
                switch self {
                case .keys: [0]
                case .signal(let number): [128 + number]
                }
            }
        }

        @Test(arguments: [
            Way.keys("q"), .keys("Q"), .keys("C-c"), .signal(SIGTERM), .signal(SIGHUP), .signal(SIGINT),
            .signal(SIGQUIT), .signal(SIGILL), .signal(SIGSEGV), .signal(SIGTRAP), .signal(SIGABRT), .signal(SIGBUS),
            .signal(SIGFPE), .signal(SIGSYS),
        ])
        func `statement 25: every way out leaves the terminal as it was`(way: Way) async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let script = """
                cd '\(program.home)'; ulimit -c 0
                stty -a >before; echo first line
                sh -c 'echo $$ >pid; exec \(ProgramUnderTest.path) demo' 2>errors; echo "status $?"
                stty -a >after; echo settled; exec cat
                """
            try await TmuxScreen.run(script, program: program) { screen in
                try await screen.wait(for: "press l to sign in")
                #expect(try await screen.ask("#{alternate_on}") == "1")
                try await screen.press(":")
                try await screen.type("mouse")
                try await screen.press("Enter")
                try await screen.wait(for: "The mouse is on")
                #expect(try await screen.ask("#{mouse_any_flag}") == "1")
                switch way {
                case .keys(let keys): try await screen.press(keys)
                case .signal(let number): kill(try #require(try pid_t(program.text("pid").filter(\.isNumber))), number)
                }
                let after = try await screen.wait(for: "settled")
                let status = try #require(after.firstMatch(of: /status (\d+)/).flatMap { Int32($0.output.1) })
                #expect(way.statuses.contains(status))
                #expect(after.hasPrefix("first line"), "\(after)")
                #expect(try await screen.ask("#{alternate_on}#{cursor_flag}#{mouse_any_flag}#{keypad_flag}") == "0100")
                // The shell may have said something about the crash; the program has not.
                #expect(!(try program.text("errors")).contains("Backtrace"))

                try await screen.paste("a paste")
                let pasted = try await screen.wait(for: "a paste")
                #expect(!pasted.contains("200~"), "bracketed paste is still on: \(pasted)")
                #expect(try program.text("after") == program.text("before"))
            }
        }

        @Test func `statement 26: ctrl-z gives the shell its terminal, and fg brings the console back`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            try await TmuxScreen.run("PS1='$ ' exec bash --norc --noprofile -i", program: program) { screen in
                try await screen.wait(for: "$")
                // The settings alone: tmux passes a second resize on a quarter of a second after the first.
                try await screen.type("stty -g >before; \(ProgramUnderTest.commandLine(["demo"]))\n")
                try await screen.wait(for: "SIGNED OUT")
                try await screen.press("C-z")
                try await screen.waitForShell("Stopped")
                #expect(try await screen.ask("#{alternate_on}#{cursor_flag}") == "01")
                try await screen.resize(width: 90, height: 30)
                try await screen.type("clear; fg\n")
                try await screen.wait("the console in its new size") {
                    $0.rows.count == 30 && $0.contains("SIGNED OUT") && $0.contains("press l to sign in")
                }
                // It stops once for each ctrl-z, whichever of its threads the signal reaches.
                for _ in 0..<4 {
                    try await screen.press("C-z")
                    try await screen.waitForShell("Stopped")
                    try await screen.type("clear; fg\n")
                    try await screen.wait(for: "SIGNED OUT")
                }
                try await screen.press("?")
                try await screen.wait(for: "esc close")
                try await screen.press("C-c")
                try await screen.waitForShell("$")
                try await screen.type("stty -g >after; echo 'settings 'kept\n")
                try await screen.wait(for: "settings kept")
                #expect(try program.text("after") == program.text("before"))
                #expect(try await screen.ask("#{alternate_on}#{cursor_flag}") == "01")
            }
        }
    }
}
