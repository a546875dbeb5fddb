import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct SuspendTests {
        @Test func `statement 20: a console that was stopped over a due refresh tells the truth and refreshes once`()
            async throws
        {
            let console = try await Console(provider: ["--token-lifetime", "60s"])
            let program = console.program
            try await console.signIn()
            // The refresh is due a fifth of the life before its end: in 4 s.
            try console.age(by: 44)
            let obtained = try #require(try console.record()["session"]?["access_obtained_at"]?.double)
            let end = Date(timeIntervalSince1970: obtained + 60)
            let script = "sh -c 'echo $$ >pid; exec \(ProgramUnderTest.path)'; exec cat"
            try await TmuxScreen.run(script, program: program) { screen in
                try await screen.wait(for: "AUTHENTICATED")
                let pid = try #require(pid_t(try program.text("pid").filter(\.isNumber)))
                kill(pid, SIGSTOP)
                #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 0)
                // The refresh is not answered before the screen has been read.
                try await console.provider.control(
                    "fault", ["endpoint": "token", "kind": "slow", "timing": "after", "ms": 3_600_000])
                try await until { Date() > end - 11 }
                kill(pid, SIGCONT)
                try await until { try await console.provider.statistics()["endpoints"]?["token"] == 2 }
                let text = try await screen.wait("the refresh") { $0.contains("refreshing now") }
                let shown = try #require(
                    text.firstMatch(of: /Access +[0-9A-F]{4} 00:(\d\d)/).flatMap { Double($0.output.1) })
                let left = end.timeIntervalSinceNow
                #expect(shown >= left - 0.1 && shown <= left + 3, "\(shown) in place of \(left)")
                try await console.provider.control("clear-faults", [:])
                try await screen.wait("the next token") { $0.contains(/Access +[0-9A-F]{4} (00:5|01:0)/) }
                #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
            }
        }
    }
}
