import Testing

extension ConsoleTests {
    @Suite(.serialized) struct FailureTests {
        @Test func `statement 13: neither a provider that is gone nor a refused sign-in ends the console`() async throws
        {
            try await ConsoleUnderTest.run { console in
                let screen = console.screen
                try await console.signIn()
                try await console.perform("get /orders")
                try await screen.wait(for: "200 OK")
                try await console.provider.end()
                try await console.perform("get /orders")
                try await screen.wait(for: "no connection")
                try await console.perform("burst 5")
                try await screen.wait(for: "5 calls")
                try await screen.press("R")
                try await screen.wait(for: "The refresh failed")
                try await screen.press("i")
                try await screen.wait(for: "User info could not be fetched")
                try await screen.press("Escape")
                try await screen.wait("no notice") { !$0.contains("User info could not be fetched") }
                try await console.chooseSignIn("d", showing: "The sign-in failed")
                try await screen.press("Escape")
                try await screen.wait("the dialog closed") { !$0.contains("The sign-in failed") }
                try await console.chooseSignIn("p", showing: "Username")
                try await screen.type("alice")
                try await screen.press("Tab")
                try await screen.type("wonderland")
                try await screen.press("Enter")
                try await screen.wait("the reason") { $0.contains("Password") && $0.contains("no connection") }
                try await screen.press("Escape")
                try await screen.wait("the screen below") { $0.lastLine.contains("? help") }
                try await screen.press("o")
                try await screen.wait(for: "Sign out?")
                try await screen.press("y")
                try await screen.wait(for: "Not signed out")
                try await screen.press("?")
                try await screen.wait(for: "esc close")
                try await screen.press("q", "Q")
                try await screen.wait(for: "ended with status 0")
            }
        }
    }
}
