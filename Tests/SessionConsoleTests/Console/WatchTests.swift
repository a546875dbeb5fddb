import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

extension ConsoleTests {
    /// `provider --watch`, with another program as its client.
    @Suite(.serialized) struct WatchTests {
        @Test func `another program is seen, and its session revoked on a key`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let command = ProgramUnderTest.commandLine(["provider", "--watch"])
            try await TmuxScreen.run("\(command); exec cat", program: program) { screen in
                try await screen.wait("the provider's pane") {
                    $0.contains("SERVING") && $0.contains("No session") && $0.contains("issuer")
                }
                let text = try await screen.text()
                #expect(text.contains("wonderland") && text.contains("API base") && text.contains("client_id"))
                #expect(!text.contains("Session"))
                let issuer = try #require(text.firstMatch(of: /issuer +(http:\/\/[0-9.:]+)/))
                let client = Client(issuer: String(issuer.1))
                let tokens = try await client.token("grant_type=password&username=alice&password=wonderland")
                #expect(tokens.status == 200)
                try await screen.wait("its session") {
                    $0.contains(/alice  session-console/) && $0.contains(/ok 1/)
                        && $0.contains(/200 +session-console +POST \/token +password/)
                }
                // The finding that the password was sent stands above the session.
                try await screen.press("g")
                try await screen.press("j")
                try await screen.press("j")
                try await screen.press("X")
                try await screen.wait("the question") { $0.contains("Revoke the session?") }
                try await screen.press("y")
                try await screen.wait("the end of the session, and what ended") {
                    $0.contains("No session") && $0.contains("Revoked alice's session at session-console with its")
                }
                let refresh = try #require(JSONValue(parsing: tokens.body)["refresh_token"]?.string)
                let refused = try await client.token("grant_type=refresh_token&refresh_token=\(refresh)")
                #expect(refused.status == 400)
                try await screen.wait("the refusal, and why") {
                    $0.contains("invalid_grant 1") && $0.contains("1 refused") && $0.contains(/invalid_grant: \w/)
                }
                try await screen.press("-")
                try await screen.wait(for: "access 30 s")
                try await screen.press("q")
            }
        }

        @Test func `the control URL and the confidential client of the screen work`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let command = ProgramUnderTest.commandLine(["provider", "--watch"])
            try await TmuxScreen.run("\(command); exec cat", program: program) { screen in
                try await screen.wait("the provider's pane") { $0.contains("SERVING") && $0.contains("control") }
                try await screen.press("f")
                try await screen.wait("its addresses") { $0.contains(/control +http:\/\/[0-9.:]+\/control\/[\w-]{22}/) }
                let text = try await screen.text()
                let issuer = try #require(text.firstMatch(of: /issuer +(http:\/\/[0-9.:]+)/))
                let control = try #require(text.firstMatch(of: /control +(http:\/\/[0-9.:]+\/control\/[\w-]{22})/))
                let client = try #require(text.firstMatch(of: /confidential +([\w-]+), client_secret_basic\/_post/))
                let secret = try #require(text.firstMatch(of: /its secret +([\w-]{43})/))
                let statistics = try await Client(issuer: String(issuer.1)).get("\(control.1)/statistics")
                let counts = try JSONValue(parsing: statistics.body)
                #expect(statistics.status == 200 && counts["endpoints"] != nil)
                let tokens = try await Client(issuer: String(issuer.1), id: String(client.1)).token(
                    "grant_type=client_credentials&client_secret=\(secret.1)")
                #expect(tokens.status == 200)
                try await screen.press("q")
            }
        }

        @Test func `a fault that a client's refresh used up is not shown as armed`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let command = ProgramUnderTest.commandLine(["provider", "--watch"])
            try await TmuxScreen.run("\(command); exec cat", program: program) { screen in
                try await screen.wait("the provider's pane") { $0.contains("SERVING") && $0.contains("issuer") }
                let issuer = try #require(try await screen.text().firstMatch(of: /issuer +(http:\/\/[0-9.:]+)/))
                let client = Client(issuer: String(issuer.1))
                let tokens = try await client.token("grant_type=password&username=alice&password=wonderland")
                let refresh = try #require(JSONValue(parsing: tokens.body)["refresh_token"]?.string)
                try await screen.press("x", "r")
                try await screen.wait("the armed fault") { $0.contains("FAULT: reject next refresh") }
                _ = try await client.token("grant_type=refresh_token&refresh_token=\(refresh)")
                try await screen.wait("no armed fault") { $0.contains("invalid_grant 1") && !$0.contains("FAULT:") }
                try await screen.press("q")
            }
        }

        private struct Client {
            let issuer: String
            private let id: String
            private let transport = CurlTransport()

            init(issuer: String, id: String = "session-console") { (self.issuer, self.id) = (issuer, id) }

            func get(_ url: String) async throws -> HTTPResponse {
                try await transport.send(HTTPRequest(url: try #require(URL(string: url))))
            }

            func token(_ form: String) async throws -> HTTPResponse {
                try await transport.send(
                    HTTPRequest(
                        method: "POST", url: try #require(URL(string: issuer + "/token")),
                        headers: ["Content-Type": "application/x-www-form-urlencoded"],
                        body: .text(form + "&client_id=\(id)")))
            }
        }
    }
}
