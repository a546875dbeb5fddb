import Testing

extension ConsoleTests {
    @Suite(.serialized) struct LabTests {
        @Test func `a fault is armed in the lab, strikes, and the lab says what held`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.screen.press("5")
                try await console.screen.wait("the lab") {
                    $0.contains("What to expect") && $0.contains("no fault has come yet")
                }
                // The faults below the first one: burst at expiry, tamper token.
                try await console.screen.press("x", "Down", "Down", "Enter")
                try await console.screen.wait(for: "FAULT: tamper token")
                try await console.perform("get /orders")
                try await console.screen.wait("the verdict") {
                    $0.contains("✓ passed") && $0.contains("401, one refresh, retried once: 200")
                        && $0.contains("RFC 6750 §3.1")
                }
                try await console.perform("preset stolen refresh token")
                // The session is no demo's: what can end it is asked once.
                try await console.screen.wait(for: "Risk the session?")
                try await console.screen.press("y")
                try await console.screen.wait(for: "FAULT: replay refresh token")
                try await console.screen.press("R")
                try await console.screen.wait("the end of the session") {
                    $0.contains("FORCED OUT") || $0.contains("forced out once")
                }
            }
        }

        @Test func `the lab is complete on a small terminal`() async throws {
            try await ConsoleUnderTest.run(width: 80, height: 24) { console in
                try await console.signIn()
                try await console.screen.press("5", "x", "+")
                try await console.screen.wait(for: "Expire access token happens at once and can't be armed")
                try await console.screen.wait(for: "a correct client")
                try await console.screen.press("q", "Tab")
                try await console.screen.wait("the results, and what is beside them") {
                    $0.contains("no fault has come yet") && $0.contains("What to expect")
                }
            }
        }
    }
}
