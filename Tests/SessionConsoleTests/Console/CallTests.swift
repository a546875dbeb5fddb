import JOSE
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct CallTests {
        @Test func `a call is answered, with the token that was sent`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.perform("get /orders?limit=3")
                try await console.screen.wait("the answer") {
                    $0.contains("200 OK") && $0.contains("Coffee") && $0.contains("no retry")
                }
                try await console.screen.wait("the event of the call") {
                    $0.contains(/request +GET \/orders → 200 in/)
                }
                #expect(try await console.calls(of: "/orders") == ["200": 1])
            }
        }

        @Test func `statement 10: twenty calls on an expired token cost one refresh`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.perform("get /orders")
                try await console.screen.wait(for: "200 OK")
                try await console.inject("e")
                try await console.screen.wait(for: "expired")
                try await console.screen.press("b")
                try await console.screen.wait(for: "how many calls")
                try await console.screen.press("Enter")
                try await console.screen.wait(for: "20 calls · 1 refresh · 0 logouts  20 × 200")
                #expect(try await console.calls(of: "/orders") == ["200": 21])
                #expect(try await console.provider.tokenRequests("refresh_token") == ["invalid_grant": 0, "ok": 1])
            }
        }

        @Test
        func `statements 12 and 15: a revoked session is one card that tells the chain, and can be signed in again`()
            async throws
        {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.perform("get /orders")
                try await console.screen.wait(for: "200 OK")
                try await console.provider.control("revoke-session", ["username": "alice"])
                try await console.perform("burst 50")
                try await console.screen.wait("the card with what led to it") {
                    $0.contains("What led to it") && $0.contains("FORCED OUT") && $0.contains("l sign in again")
                        && $0.contains(/401 +invalid_token/)
                        && $0.contains(/refresh +400 invalid_grant/)
                }
                let refreshes = try await console.provider.tokenRequests("refresh_token")
                #expect(refreshes == ["invalid_grant": 1, "ok": 0])

                try await console.screen.press("Escape")
                try await console.screen.wait("the tally behind the card") {
                    !$0.contains("What led to it") && $0.contains("50 calls · 1 refresh · 1 logout")
                }
                // The events that are left by this filter: one forced logout, however many calls failed.
                try await console.screen.press("Tab", "Tab", "/")
                try await console.screen.wait(for: "Filter events:")
                try await console.screen.type("forced")
                try await console.screen.wait("the filtered events") {
                    $0.contains("filter: forced") && !$0.contains("GET /orders:")
                        && $0.matches(of: /■ FORCED OUT/).count == 1
                }
                try await console.screen.press("Escape")
                try await console.screen.wait("all events again") { $0.contains("wait ▶ refresh rejected") }
                try await console.signIn()
                try await console.screen.press("r")
                try await console.screen.wait(for: "200 OK")
            }
        }
    }
}
