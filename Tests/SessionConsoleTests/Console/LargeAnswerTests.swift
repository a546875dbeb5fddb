import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct LargeAnswerTests {
        /// How long a key takes until the screen shows what it does.
        private func answer(on screen: TmuxScreen) async throws -> Duration {
            let start = ContinuousClock.now
            try await screen.press(":")
            try await screen.wait("the command line") { $0.lastLine.hasPrefix(" :") }
            let took = ContinuousClock.now - start
            try await screen.press("Escape")
            try await screen.wait("the hints") { !$0.lastLine.hasPrefix(" :") }
            return took
        }

        /// The most memory that a process has had, in bytes.
        private func peak(of pid: pid_t) throws -> Int {
            let status = try String(contentsOf: URL(filePath: "/proc/\(pid)/status"), encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter(\.isNumber))) << 10
        }

        @Test func `statement 22: while 100 MB arrive keys answer, memory has a limit, and the cut is announced`()
            async throws
        {
            let console = try await Console()
            let program = console.program
            let script = "sh -c 'echo $$ >pid; exec \(ProgramUnderTest.path)'; exec cat"
            try await TmuxScreen.run(script, program: program) { screen in
                try await screen.wait(for: "SIGNED OUT")
                let under = ConsoleUnderTest(program: program, provider: console.provider, screen: screen)
                try await under.signIn()
                var idle = Duration.seconds(60)
                for _ in 0..<5 { idle = min(idle, try await answer(on: screen)) }
                let pid = try #require(pid_t(try program.text("pid").filter(\.isNumber)))
                let before = try peak(of: pid)

                try await under.perform("get /large?mb=100")
                var busy = Duration.seconds(60)
                var tries = 0
                // Beyond the limit the answer is refused, below it the part is named that is shown.
                while try await !screen.text().contains(/is larger than|the first [0-9.]+ MiB of/) {
                    busy = min(busy, try await answer(on: screen))
                    tries += 1
                }
                #expect(tries > 0)
                // 50 ms, and what a debug build on busy processors takes longer.
                #expect(busy < idle + .milliseconds(50) * 4, "\(busy) in place of \(idle)")
                // The answer is kept once, while it grows twice.
                #expect(try peak(of: pid) < before + 3 * 128 << 20)
                #expect(try await screen.text().contains("AUTHENTICATED"))
            }
        }
    }
}
