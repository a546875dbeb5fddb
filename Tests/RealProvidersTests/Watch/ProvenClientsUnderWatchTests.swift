import JOSE
import TestSupport
import Testing

extension RealProviders {
    /// Clients that others wrote, under a watch: a sign-in, calls, a token that ends and one that is refused.
    @Suite(.clients) struct ProvenClientsUnderWatch {
        struct Client: Sendable {
            var file: String
            var kind = "oauth"
            /// Whether its runtime uses no proxy on loopback.
            var passesBy = false
        }

        static let all = [
            Client(file: "authlib_client.py"), Client(file: "authlib_client.py", kind: "service"),
            Client(file: "requests_oauthlib_client.py"), Client(file: "oauthlib_client.py"),
            Client(file: "requests_oauth2client_client.py", kind: "plain"),
            Client(file: "device_client.py", kind: "device"),
            Client(file: "httpx_oauth_client.py"), Client(file: "google_auth_client.py"),
            Client(file: "lwp_authen_oauth2_client.pl"), Client(file: "GoogleOAuthClient.java"),
            Client(file: "oauth2_client.rb", passesBy: true), Client(file: "x_oauth2_client.go", passesBy: true),
        ]

        @Test func `a client that others wrote breaks no rule, and is seen or told to pass by`() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (place, client) in Self.all.enumerated() {
                    if place >= 4 { try await group.next() }
                    group.addTask { try await expectNothing(of: client) }
                }
                try await group.waitForAll()
            }
        }

        private func expectNothing(of client: Client) async throws {
            let folder = try ProgramUnderTest()
            defer { folder.remove() }
            let led = LedClient(
                command: try await ProvenLanguage.words(for: client.file, in: folder.home), kind: client.kind,
                steps: [
                    #"lifetimes={"access":2,"refresh":600}"#, "call", "pause=2.1", "call",
                    #"revoke-access-tokens={"username":"alice"}"#, "call",
                ])
            let (report, told) = try await led.watched()
            #expect(report.broken.isEmpty, told)
            let notices = (report["notices"]?.array ?? []).compactMap { $0["name"]?.string }
            #expect(notices == (client.passesBy ? ["nothing-came"] : []), told)
            #expect((report["messages"]?.int ?? 0 >= 5) == !client.passesBy, told)
        }
    }
}
