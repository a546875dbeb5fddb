import TestSupport
import Testing

extension ConsoleTests {
    /// Two sessions in one console, typed into.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct SplitTests {
        @Test func `of two sessions on one store each shows what the other refreshed and ended`() async throws {
            try await ConsoleUnderTest.run(width: 180, height: 40) { console in
                try await console.signIn()
                try await console.perform("split")
                try await console.screen.wait("two sessions that are signed in") {
                    $0.contains("default:2") && $0.components(of: "AUTHENTICATED") == 2
                }
                try await console.screen.press("R")
                try await console.screen.wait(for: "new tokens from another process")
                try await console.screen.press("o")
                try await console.screen.wait(for: "Sign out?")
                try await console.screen.press("f")
                try await console.screen.wait("both are signed out") { $0.components(of: "SIGNED OUT") == 2 }
            }
        }

        @Test func `a profile is opened and left while running, and one that is not there is named`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.perform("profile default:2")
                try await console.screen.wait(for: "default:2")
                try await console.screen.press("W")
                try await console.screen.wait("the first one") { !$0.contains("default:2") }
                try await console.perform("profile nobody")
                try await console.screen.wait(for: "The session of 'nobody' was not opened")
            }
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
