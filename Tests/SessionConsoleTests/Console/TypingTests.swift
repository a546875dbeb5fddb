import JOSE
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct TypingTests {
        @Test func `statement 1: a pasted token of 2 KB is in the field to the byte, and none of its letters is a key`()
            async throws
        {
            try await ConsoleUnderTest.run(environment: ["EDITOR": "./editor"]) { console in
                try await console.program.makeScript(
                    "editor", "#!/bin/sh\ncp \"$1\" request.new && mv request.new request\n")
                try await console.signIn()
                try await console.perform("post /echo")
                try await console.screen.wait(for: "200 OK")
                let token = Self.token
                try await console.screen.press("G", "a")
                try await console.screen.wait(for: "Editing: Body")
                try await console.screen.paste(token)
                // The field shows the end of a text that is longer than it.
                try await console.screen.wait(for: String(token.suffix(12)))
                #expect(try await console.screen.text().contains("Editing: Body"))
                try await console.screen.press("Tab")
                try await console.screen.wait("the field closed") { !$0.contains("Editing: Body") }

                try await console.screen.press("e")
                try await console.screen.wait("the editor was opened") { _ in
                    (try? console.program.text("request")) != nil
                }
                let request = try console.program.text("request")
                #expect(request.hasSuffix("\nPOST /echo\n\n\(token)\n"))
                #expect(try await console.calls(of: "/echo") == ["200": 1])
                #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 0)
                try await console.screen.wait(for: "AUTHENTICATED")
            }
        }

        @Test func `letters that are keys elsewhere are text in a field`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("p", showing: "Username")
                try await console.screen.type("q?Qxl:b/")
                try await console.screen.wait(for: "Username  q?Qxl:b/")
                try await console.screen.press("Escape")
                try await console.screen.wait("the dialog closed") { !$0.contains("Username") }
                try await console.screen.press("q")
                try await console.screen.wait(for: "ended with status 0")
            }
        }

        @Test func `every action of the command line has the name that it is found by`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.screen.press(":")
                try await console.screen.type("sig")
                try await console.screen.wait(for: "sign-in")
                try await console.screen.press("Tab", "Enter")
                try await console.screen.wait(for: "Device code")
            }
        }

        /// A token in the shape of a JWT: every letter, in three parts.
        @Test func `an editor that fails changes nothing, and what it saved opens again`() async throws {
            try await ConsoleUnderTest.run(environment: ["EDITOR": "./editor"]) { console in
                try await console.screen.press("e")
                try await console.screen.wait(for: "The editor failed: ./editor could not be run")
                try await console.program.makeScript(
                    "editor",
                    """
                    #!/bin/sh
                    if [ -e once ]; then grep -q '^PUT' "$1" || { sed -i 's/^GET/PUT/' "$1"; exit 1; }
                    else touch once; exit 1; fi

                    """)
                try await console.screen.press("e")
                try await console.screen.wait(for: "The request is unchanged")
                try await console.screen.press("e")
                try await console.screen.wait(for: "The request was not changed: ./editor ended with status 1")
                try await console.screen.press("e")
                try await console.screen.wait(for: "PUT     /")
            }
        }

        private static let token: String = {
            let letters = Array("qQxlobRirBmtuwfFnNgGhjkvecyzadsp0123456789-_ABCDEHIJKLMOPSTUVWXYZ")
            func part(_ count: Int, _ seed: Int) -> String {
                String((0..<count).map { letters[($0 * 31 + seed * 7 + $0 / 13) % letters.count] })
            }
            return "ey" + part(98, 1) + "." + part(1600, 2) + "." + part(346, 3)
        }()
    }
}
