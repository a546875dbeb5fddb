import TestSupport
import Testing

extension ConsoleTests {
    /// What other processes do, in the flow of a console that is open.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct OtherProcessFlowTests {
        @Test func `a console's flow shows what a command of another process sends`() async throws {
            let console = try await Console()
            try await console.signIn()
            try await TmuxScreen.run(ProgramUnderTest.commandLine([]), program: console.program) { screen in
                try await screen.wait(for: "AUTHENTICATED")
                try await screen.press("2")
                try await screen.wait(for: "session restored")
                _ = try await console.run("refresh")
                try await screen.wait(for: "newer token")
                try await screen.wait("the messages of the other process") {
                    $0.contains(/refresh\[\d+\]/) && $0.contains("other process") && $0.contains("POST /token")
                }
                _ = try await console.run("request", "/orders")
                try await screen.wait("the call of another one") { $0.contains(/GET \/orders +request\[\d+\]/) }
                _ = try await console.run("logout")
                try await screen.wait("its end") { $0.contains(/signed out +as you asked · logout\[\d+\]/) }
            }
        }

        @Test func `two sessions in one console show each other's messages`() async throws {
            try await ConsoleUnderTest.run(width: 180, height: 40) { console in
                try await console.signIn()
                try await console.screen.press("2")
                try await console.perform("split")
                try await console.screen.wait("two sessions that are signed in") {
                    $0.contains("default:2") && $0.ranges(of: "AUTHENTICATED").count == 2
                }
                try await console.screen.press("R")
                try await console.screen.wait("the other session's messages") {
                    $0.contains(/other ▶ provider +POST \/token/) && $0.contains("newer token")
                }
            }
        }
    }
}
