import Testing

extension ConsoleTests {
    @Suite(.serialized) struct TokensTests {
        @Test func `the tokens are read, compared after a refresh, and verified on a key`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.screen.press("3")
                try await console.screen.wait("the access token's claims") {
                    $0.contains("Claims · access token") && $0.contains("client that it was issued to")
                        && $0.contains("not checked") && $0.contains("fetches the keys")
                }
                try await console.screen.press("R")
                try await console.screen.wait("what the refresh changed") {
                    $0.contains(/changed +jti/) && $0.contains("issued by a refresh") && $0.contains("replaced by")
                }
                try await console.screen.press("V")
                try await console.screen.wait(for: "verified: ES256 by the key")
                try await console.screen.press("m")
                try await console.screen.wait(for: "hidden again in")
                try await console.screen.press("Escape", "1", "t")
                try await console.screen.wait(for: "Claims · access token")
            }
        }

        @Test func `a pasted token is read on a small terminal`() async throws {
            try await ConsoleUnderTest.run(width: 80, height: 24) { console in
                try await console.signIn()
                try await console.screen.press("3", "p")
                try await console.screen.wait(for: "Paste a token")
                try await console.screen.type("Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2EuZXhhbXBsZSJ9.")
                try await console.screen.press("Enter")
                try await console.screen.wait("the pasted token") {
                    $0.contains("pasted token") && $0.contains("failed: it is not signed")
                }
            }
        }
    }
}
