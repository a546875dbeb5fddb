import JOSE
import Testing

extension RealProviders {
    /// The clients by hand that are wrong in one line each, and the right one, under a watch: in front of the demo
    /// provider, in the weather that shows the line.
    @Suite(.clients) struct FlawedClientsUnderWatch {
        struct Life: Sendable {
            var flaw: String?
            var kind: String
            /// What `led.py` does.
            var steps: [String]
            var fault: String?
            var isOpaque = false
            /// The errors and warnings that are to be found; of several sets, who is first decides.
            var findings: [Set<String>]
            /// What is said of the fault.
            var result: String?

            init(
                _ flaw: String?, as kind: String = "oauth", _ steps: String..., inject fault: String? = nil,
                isOpaque: Bool = false, finds findings: Set<String>..., result: String? = nil
            ) {
                (self.flaw, self.kind, self.steps, self.fault) = (flaw, kind, steps, fault)
                (self.isOpaque, self.findings) = (isOpaque, findings.isEmpty ? [[]] : findings)
                self.result = result ?? (fault == nil ? nil : findings.isEmpty ? "passed" : "finding")
            }

            /// Its answers to sign-ins are seen in the watch's own browser alone.
            var needsBrowser: Bool {
                fault == "other-issuer" || steps.contains(FlawedClientsUnderWatch.noIssuer) || flaw == "no-pkce"
            }
        }

        @Test func `a watch finds the line in which a client is wrong, and nothing else`() async throws {
            try await expect(Self.flawed)
        }

        @Test func `the right client meets each fault, and nothing is found`() async throws {
            try await expect(Self.right)
        }

        private func expect(_ lives: [Life]) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (place, life) in lives.enumerated() {
                    if place >= 4 { try await group.next() }
                    group.addTask { try await expectFindings(in: life) }
                }
                try await group.waitForAll()
            }
        }

        private func expectFindings(in life: Life) async throws {
            let script = [try ClientSet.current.python, ClientSet.path(of: "proven/flawed_client.py"), life.kind]
            let client = LedClient(
                command: script + [life.flaw].compactMap(\.self), kind: life.kind, steps: life.steps,
                options: (life.fault.map { ["--inject", $0] } ?? []) + (life.needsBrowser ? ["--browser"] : []),
                isOpaque: life.isOpaque, slowsDownDevices: life.flaw == "slow-down-ignored")
            let (report, told) = try await client.watched()
            #expect(life.findings.contains(report.broken), told)
            let result = report["faults"]?.array?.first?["result"]?.string
            #expect(result == life.result || life.findings.count > 1, told)
        }

        // MARK: - Lives

        private static let revoke = #"revoke-access-tokens={"username":"alice"}"#
        private static let end = #"revoke-session={"username":"alice"}"#
        fileprivate static let noIssuer = #"spoil-chain={"flaws":["no-iss"]}"#

        static let flawed = [
            // Sign-ins
            Life("answer-unchecked", "call", inject: "other-issuer", finds: ["other-issuer-accepted"]),
            Life("iss-optional", noIssuer, "call", finds: ["other-issuer-accepted"]),
            Life("no-pkce", "call", finds: ["sign-in-refused"]),
            Life("plain-pkce", "call", finds: ["pkce-plain"]),
            Life("state-constant", "call", end, "call", finds: ["state-used-twice"]),
            Life("code-sent-twice", "call", finds: ["code-redeemed-twice"]),
            Life("token-in-query", "call", finds: ["token-in-url"]),
            Life("iss-unchecked", as: "oidc", "call", inject: "id-token-issuer", finds: ["id-token-of-other-issuer"]),
            Life(
                "aud-unchecked", as: "oidc", "call", inject: "id-token-audience", finds: ["id-token-for-other-client"]),
            Life("exp-unchecked", as: "oidc", "call", inject: "id-token-expired", finds: ["id-token-expired"]),
            Life("nonce-unchecked", as: "oidc", "call", inject: "id-token-nonce", finds: ["id-token-nonce-wrong"]),
            Life(
                "alg-none-taken", as: "oidc", "call", #"spoil-id-tokens={"flaw":"unsigned"}"#, revoke, "call", "call",
                finds: ["id-token-signature-wrong"]),
            // It asks for no keys, as one may that trusts TLS (OpenID Connect Core §3.1.3.7).
            Life("signature-unchecked", as: "oidc", "call", inject: "id-token-signature", result: "undecided"),
            Life(
                "other-user-taken", as: "oidc", "call", #"switch-user={"username":"bob"}"#, revoke, "call", "call",
                finds: ["refreshed-for-other-subject"]),
            // Who refuses tokens need not say why.
            Life("keys-kept", as: "oidc", "call", "rotate-keys={}", revoke, "call"),
            Life("polls-too-fast", as: "device", "call", finds: ["device-polls-too-fast"]),
            Life("slow-down-ignored", as: "device", "call", finds: ["device-polls-too-fast"]),
            Life("secret-in-url", as: "service", "call", finds: ["client-secret-in-url"]),
            // What tokens are. The first ends, and nothing comes of it.
            Life("opaque-read", "call", isOpaque: true),
            Life("exp-trusted", #"clock={"offset":-3600}"#, "call", "call", "call", finds: ["refreshed-far-too-early"]),
            Life("lifetime-needed", #"spoil-grants={"flaws":["lifetime-left-out"]}"#, "call"),
            Life(
                "scope-insisted", "call", #"narrow-scope={"scope":"openid"}"#, revoke, "call", "again", "call",
                finds: ["spent-refresh-token-sent"]),
            // Refreshes
            Life(
                "refresh-token-dropped", "call", revoke, "call", revoke, "call", "call", "call",
                inject: "refresh-token-dropped@2", finds: ["rejected-token-sent-again"], result: "undecided"),
            Life("refreshes-each-time", "call", "call", "call", finds: ["refreshed-far-too-early"]),
            Life(
                "refresh-token-not-replaced", "call", revoke, "call", revoke, "call",
                finds: ["spent-refresh-token-sent"]
            ),
            Life("refreshes-at-403", "call", "call", inject: "api-403@2", finds: ["step-up-answered-by-refresh"]),
            // No rule says that it may not. The one calls again, too, sooner or later than anybody could know.
            Life("refreshes-at-429", "call", "call", inject: "api-429@2", finds: [], ["retry-after-ignored"]),
            Life("refreshes-at-503", "call", "call", inject: "api-503@2", result: "undecided"),
            Life("ignores-401", "call", revoke, "call", "call", "call", finds: ["rejected-token-sent-again"]),
            Life("same-token-again", "call", revoke, "call", finds: ["rejected-token-sent-again"]),
            // Failures
            Life(
                "token-endpoint-hammered", "call", revoke, "call", "call", inject: "token-endpoint-429@2",
                finds: ["retry-after-ignored"]),
            Life(
                "api-retry-after-ignored", "call", "call", "call", inject: "api-429@2", finds: ["retry-after-ignored"]),
            Life(
                "token-retry-after-ignored", "call", revoke, "call", "call", inject: "token-endpoint-429@2",
                finds: ["retry-after-ignored"]),
            Life(
                "signs-in-at-429", "call", revoke, "call", inject: "token-endpoint-429@2",
                finds: ["credentials-dropped-after-failure"]),
            Life(
                "signs-in-at-500", "call", revoke, "call", inject: "token-endpoint-500@2",
                finds: ["credentials-dropped-after-failure"]),
            Life(
                "signs-in-after-lost-answer", "call", revoke, "call", inject: "token-reply-lost@2",
                finds: ["credentials-dropped-after-failure"]),
            Life("signs-in-at-api-429", "call", "call", inject: "api-429@2", finds: ["sign-in-although-refreshable"]),
            Life("signs-in-at-api-503", "call", "call", inject: "api-503@2", finds: ["sign-in-although-refreshable"]),
            // A program that ends can't be told from one that was closed.
            Life("ends-at-a-page", "call", revoke, "call", "again", "call", inject: "token-endpoint-not-json@2"),
            Life(
                "ends-at-invalid-grant", "call", end, "call", "again", "call",
                finds: ["refused-refresh-token-sent-again"]),
            Life(
                "invalid-grant-repeated", "call", end, "call", "call", "call",
                finds: ["refused-refresh-token-sent-again", "rejected-token-sent-again"]),
            // The machine
            Life("session-not-kept", "call", "again", "call", finds: ["sign-in-although-refreshable"]),
            Life(
                "processes-apart", "call", "beside", "each", revoke, "each", finds: ["spent-refresh-token-sent"],
                ["refresh-token-sent-twice-at-once"]),
        ]

        static let right =
            [
                Life(nil, as: "oidc", "call", "call", revoke, "calls=4", end, "call"),
                Life(nil, as: "oidc", "call", #"switch-user={"username":"bob"}"#, revoke, "call", "call"),
                Life(nil, as: "device", "call", revoke, "call"), Life(nil, as: "service", "call", revoke, "call"),
                Life(nil, "call", "beside", "each", revoke, "each", "again", "each"), Life(nil, noIssuer, "call"),
                Life(nil, "call", "call", "pause=3.1", "call", inject: "api-429@2"),
                Life(
                    nil, "call", revoke, "call", revoke, "call", "call", inject: "refresh-token-dropped@2"),
                Life(nil, "call", "call", "call", inject: "network-off@2"),
                // Headless Chromium opens one page, and nothing comes after it.
                Life(nil, "call", inject: "other-issuer", result: "undecided"),
            ]
            + ["api-401", "api-403", "api-503", "api-reply-lost", "token-tampered"].map {
                Life(nil, "call", "call", "call", inject: "\($0)@2")
            }
            + ["400", "401", "403", "429", "500", "503", "slow", "not-json"].map {
                Life(nil, "call", revoke, "call", "call", inject: "token-endpoint-\($0)@2")
            } + ["token-reply-lost"].map { Life(nil, "call", revoke, "call", "call", inject: "\($0)@2") }
            + ["nonce", "audience", "issuer", "expired", "signature"].map {
                Life(nil, as: "oidc", "call", "again", "call", inject: "id-token-\($0)")
            }
    }
}
