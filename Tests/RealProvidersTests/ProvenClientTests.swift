import FoundationEssentials
import TestSupport
import Testing

extension RealProviders {
    /// Clients that others wrote, in the weather of `prove`: what breaks was read in their source.
    @Suite(.clients) struct ProvenClients {
        struct Client: Sendable {
            var file: String
            var kind = "oauth"
            /// Whether it is a server, which is asked for its page.
            var isServer = false
            /// The chapters that break it, and why.
            var broken: Set<String>
            /// Those that may: who is first decides.
            var mayBreak: Set<String> = ProvenClients.endings
        }

        /// A refused refresh token is sent again at each call, where the next comes before it is thrown away.
        private static let endings: Set = ["ended-session", "refresh-token-end"]
        private static let impatient: Set = ["token-endpoint-429", "token-endpoint-429-date"]

        static let python = [
            // Nothing in it reads Retry-After.
            Client(file: "authlib_client.py", broken: impatient),
            Client(file: "authlib_client.py", kind: "service", broken: impatient),
            // No lock; a refresh's ID token is not read (integrations/base_client/sync_openid.py).
            Client(
                file: "flask_authlib_server.py", kind: "oidc", isServer: true,
                broken: impatient.union(["two-calls", "burst", "other-user"])),
            // A scope that has changed is an error, after which the spent refresh token is sent.
            Client(
                file: "requests_oauthlib_client.py", broken: impatient.union(["narrowed-scope"]), ),
            // The same, and a session that all threads share.
            Client(
                file: "flask_dance_server.py", isServer: true,
                broken: impatient.union(["narrowed-scope", "two-calls", "burst"])),
            Client(
                file: "oauthlib_client.py", broken: impatient.union(["narrowed-scope"]), ),
            // A token without a refresh token replaces the one that had it.
            Client(
                file: "requests_oauth2client_client.py", broken: impatient.union(["kept-refresh-token"]), ),
            // The second one signs in by polling, which may end when its first call was asked for.
            Client(
                file: "device_client.py", kind: "device", broken: ["token-endpoint-429-date"],
                mayBreak: ["second-process"]),
        ]

        static let others = [
            Client(file: "httpx_oauth_client.py", broken: impatient.union(["kept-refresh-token"])),
            // The sign-in reads expires_at (google_auth_oauthlib/helpers.py:151); a 429 is asked again, ever later.
            Client(file: "google_auth_client.py", broken: ["no-lifetime"], mayBreak: endings.union(impatient)),
            Client(file: "oauth2_client.rb", broken: impatient),
            Client(file: "oauth2_client.rb", kind: "service", broken: impatient),
            // Of a refresh's answer a new token is made, without what the answer lacks (rack/oauth2/client.rb).
            Client(
                file: "openid_connect_client.rb", kind: "oidc",
                broken: impatient.union(["kept-refresh-token", "other-user"])),
            Client(file: "lwp_authen_oauth2_client.pl", broken: impatient),
            Client(file: "x_oauth2_client.go", broken: impatient),
            Client(file: "GoogleOAuthClient.java", broken: impatient),
            Client(file: "oauth2_client.rs", broken: impatient),
            Client(file: "express_server.js", isServer: true, broken: impatient),
            // No library, and right.
            Client(file: "curl_client.php", broken: []),
            // Nothing sets when a token ends, and each call refreshes; the access token is read as a JWT, and its times
            // compared (iddawc.c of 1.1.8: 4352, 6431, 5092).
            Client(file: "iddawc_client.c", broken: iddawc.union(["clock-behind", "clock-ahead"])),
            // An audience has to be there, and no more; keys are fetched once, and no subject is compared (4939, 488).
            Client(
                file: "iddawc_client.c", kind: "oidc",
                broken: iddawc.union(["id-token-audience", "key-rotation", "other-user"])),
        ]

        private static let iddawc: Set = [
            "token-endpoint-429", "token-endpoint-429-date", "api-429", "api-503", "api-answer-lost",
            "insufficient-scope",
        ]

        /// A client waits for most of the time: three at once take a third of it.
        @Test(arguments: Array(stride(from: 0, to: (python + others).count, by: 6)))
        func `clients that others wrote break where their source says so, and nowhere else`(first: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (place, client) in (Self.python + Self.others).dropFirst(first).prefix(6).enumerated() {
                    if place >= 3 { try await group.next() }
                    group.addTask { try await expectChapters(of: client) }
                }
                try await group.waitForAll()
            }
        }

        /// At any failure of a refresh the user is asked to sign in (mcp/client/auth/oauth2.py of 2.3: 536).
        ///
        /// A second process finds the tokens, and no metadata. FastMCP's refreshes at the /token of the MCP server
        /// itself (513); the SDK's, to which no end is known, sends an ended token, and signs in at the 401 (191).
        ///
        /// Not all chapters: where a machine is slow, a token of two seconds has ended before the first call.
        @Test(arguments: tools)
        func `a client of MCP breaks where its source says so`(file: String) async throws {
            let folder = try ProgramUnderTest()
            defer { folder.remove() }
            let broken: Set = ["token-endpoint-500", "token-endpoint-429", "second-process"]
            let held = ["open-methods", "protocol-version", "standard-headers", "moved-provider", "insufficient-scope"]
            let outcome = try await ProofOutcome(
                of: ProvenLanguage.words(for: file, in: folder.home), as: "mcp", only: held + broken)
            // Whether the refresh that is answered 429 comes before the token's end is a matter of milliseconds.
            let seen = outcome.chapters("broken")
            #expect(seen.union(["token-endpoint-429"]) == broken, "\(outcome)")
            #expect(outcome.chapters("held").isSuperset(of: held), "\(outcome)")
        }

        private static let tools = ["fastmcp_client.py", "mcp_sdk_client.py"]

        @Test func `a client of a library that is proved takes no more than 25 lines, ten times`() throws {
            let libraries = Set((Self.python + Self.others).map(\.file) + Self.tools)
                .subtracting(["device_client.py", "express_server.js"])
            let short = try libraries.filter { file in
                let text = try String(contentsOfFile: ClientSet.path(of: "proven/\(file)"), encoding: .utf8)
                return text.split(separator: "\n", omittingEmptySubsequences: false).count <= 25 + 1
            }
            #expect(short.count >= 10, "\(short.sorted())")
        }

        private func expectChapters(of client: Client) async throws {
            let folder = try ProgramUnderTest()
            defer { folder.remove() }
            let outcome = try await ProofOutcome(
                of: ProvenLanguage.words(for: client.file, in: folder.home), as: client.kind,
                asking: client.isServer ? "http://127.0.0.1:{port}/orders" : nil)
            let broken = outcome.chapters("broken").subtracting(client.mayBreak)
            // Who can't be asked within a second has shown nothing: on a slow machine that is undecided.
            let timed = client.broken.intersection(Self.impatient).subtracting(broken)
            #expect(
                broken.union(timed) == client.broken && timed.isSubset(of: outcome.chapters("undecided")),
                "\(client.file) as \(client.kind): \(outcome)")
            let missed = outcome.chapters("not-reached")
            #expect(missed.isSubset(of: client.broken), "\(client.file) as \(client.kind): \(outcome)")
            #expect(outcome.chapters.count > 15)
        }
    }
}
