import FoundationEssentials
import JOSE
import Recordings
import TestSupport
import Testing

@testable import session_console

extension ConsoleTests {
    /// What can't work is said in a line or two, and nothing is left half-drawn.
    @Suite(.serialized) struct RefusalTests {
        @Test(arguments: [
            (["demo"], 1, "tandard input is not a terminal"),
            (["demo", "--nonsense"], 2, "--nonsense"),
            (["demo", "--port", "70000"], 2, "--port"),
            (["nonsense"], 2, "nonsense"),
        ])
        func `it is said on standard error`(arguments: [String], status: Int32, words: String) async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let result = try await program.run(arguments: arguments)
            #expect(result.status == status)
            #expect(result.output.isEmpty)
            #expect(result.errorText.contains(words), "\(result.errorText)")
            #expect(result.errorText.isShortAndPlain, "\(result.errorText)")
        }

        @Test(arguments: [
            ("", "| cat", "tandard output is not a terminal"),
            ("TERM=dumb", "", "dumb"),
            ("TERM=", "", "TERM is not set"),
            ("TERM=no-such-terminal", "", "no-such-terminal"),
        ])
        func `a terminal that can't show the console is left untouched`(
            environment: String, pipe: String, words: String
        ) async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let command = ProgramUnderTest.commandLine(["demo"])
            let home = program.home
            let script = """
                cd '\(home)'; stty -a >before; (env \(environment) \(command) 2>errors; echo $? >status) \(pipe)
                stty -a >after; cmp before after && echo "ended"; cat
                """
            try await TmuxScreen.run(script, program: program) { screen in
                try await screen.wait("that it ended, and nothing else") { $0.rows == ["ended"] }
                let errors = try program.text("errors")
                #expect(errors.contains(words), "\(errors)")
                #expect(errors.isShortAndPlain, "\(errors)")
                #expect(try program.text("status") == "1\n")
            }
        }

        @Test(arguments: [
            ([], "session-console status --follow"),
            (["--profile", "work"], "session-console status --follow --profile work"),
            (["demo"], "session-console play tour --headless"),
            (["demo", "--tour"], "session-console play tour --headless"),
            (["play", "rotation"], "session-console play rotation --headless"),
            (["open", "FILE"], "session-console report "),
        ])
        func `without a terminal the call is named that has the same as text`(
            arguments: [String], call: String
        ) async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            for name in ["default", "work"] {
                try program.makeProfile(name, ["issuer": "https://id.example", "client_id": "cli"])
            }
            let header = RecordingHeader(started: Date(), command: "demo", profile: "demo", configuration: nil)
            try program.write(header.record.serialized() + "\n", to: "FILE")
            let words = arguments.map { $0 == "FILE" ? program.home + "/FILE" : $0 }
            let result = try await program.run(arguments: words)
            #expect(result.status == 1, "\(result.errorText)")
            let lines = result.errorText.split(separator: "\n")
            #expect(lines.count == 2 && lines.last?.contains(call) == true, "\(result.errorText)")
            #expect(result.output.isEmpty)
        }

        @Test func `a port that is taken is named once the terminal is back`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let provider = try await ProviderProcess(program)
            let port = try #require(provider.announcement.issuer.split(separator: ":").last)
            let script = ProgramUnderTest.commandLine(["demo", "--port", String(port)]) + "; echo \"status $?\"; cat"
            try await TmuxScreen.run(script, program: program) { screen in
                let after = try await screen.wait(for: "status 1")
                #expect(after.contains("Port \(port) is taken") && after.contains("--port"), "\(after)")
                #expect(after.rows.count <= 4 && after.isShortAndPlain, "\(after)")
                #expect(try await screen.ask("#{alternate_on}#{cursor_flag}") == "01")
            }
            try await provider.end()
        }
    }
}

extension String {
    /// What an error message may be: a line or two, without traces and control characters.
    fileprivate var isShortAndPlain: Bool {
        let scalars = unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" }
        return scalars && !contains("Backtrace") && split(separator: "\n").count <= 4
    }
}
