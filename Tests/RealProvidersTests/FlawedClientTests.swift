import TestSupport
import Testing

extension RealProviders {
    /// Clients by hand that are wrong in one line each, in the weather of `prove`.
    @Suite(.clients) struct FlawedClients {
        struct Flaw: Sendable {
            var name: String
            var kind = "oauth"
            /// What is not held because of it: `burst broken`.
            var lines: Set<String>
            /// One more, where the machine is fast enough.
            var atSpeed: String?
            /// The rule that it breaks wherever it signs in or calls.
            var rule: String?

            init(
                _ name: String, as kind: String = "oauth", _ lines: String..., atSpeed: String? = nil,
                everywhere rule: String? = nil
            ) {
                (self.name, self.kind, self.lines, self.atSpeed, self.rule) = (name, kind, Set(lines), atSpeed, rule)
            }
        }

        /// Chapters of all kinds that no flaw below breaks, unless its lines say so.
        private static let calm = ["api-503", "api-answer-lost"]

        static let all = [
            // Sign-ins
            Flaw("answer-unchecked", "other-issuer undecided", "missing-issuer undecided"),
            // It reads what is promised in the metadata.
            Flaw("promise-unheeded", "other-issuer undecided", "missing-issuer undecided"),
            Flaw("iss-optional", "missing-issuer undecided"),
            Flaw("no-pkce", everywhere: "sign-in-refused"),
            Flaw("plain-pkce", everywhere: "pkce-plain"),
            Flaw("lost-code-sent-again", "lost-code-answer undecided"),
            Flaw("scope-not-asked-for", "scope-step-up undecided"),
            Flaw("acr-not-asked-for", "sign-in-step-up undecided"),
            Flaw("code-sent-twice", everywhere: "code-redeemed-twice"),
            Flaw("token-in-query", everywhere: "token-in-url"),
            Flaw("iss-unchecked", as: "oidc", "id-token-issuer broken"),
            Flaw("aud-unchecked", as: "oidc", "id-token-audience broken"),
            Flaw("exp-unchecked", as: "oidc", "id-token-expired broken"),
            Flaw("nonce-unchecked", as: "oidc", "id-token-nonce broken"),
            Flaw("alg-none-taken", as: "oidc", "id-token-unsigned broken"),
            Flaw("signature-unchecked", as: "oidc", "id-token-signature broken", "id-token-unsigned broken"),
            Flaw("other-user-taken", as: "oidc", "other-user broken"),
            Flaw("keys-kept", as: "oidc", "key-rotation broken"),
            Flaw("polls-too-fast", as: "device", "slow-device-polls broken"),
            Flaw("slow-down-ignored", as: "device", "slow-device-polls broken"),
            Flaw("secret-in-url", as: "service", everywhere: "client-secret-in-url"),
            // Servers of tools
            Flaw("no-mcp-method", as: "mcp", "standard-headers broken"),
            Flaw("no-mcp-name", as: "mcp", "standard-headers broken"),
            Flaw("no-mcp-protocol-version", as: "mcp", "standard-headers broken", "protocol-version broken"),
            Flaw("earlier-revision", as: "mcp", "standard-headers undecided"),
            Flaw("asks-by-initialize", as: "mcp", "open-methods broken"),
            Flaw("slash-cut", as: "mcp", "resource-slash broken"),
            // No flaw, but a method that the server doesn't have.
            Flaw("pings-too", as: "mcp"),
            Flaw("provider-kept", as: "mcp", "moved-provider undecided"),
            // What tokens are
            Flaw("opaque-read", "opaque broken"),
            Flaw("exp-trusted", "clock-behind broken", "opaque broken"),
            Flaw("lifetime-needed", "no-lifetime broken", "no-lifetime not-reached"),
            Flaw("scope-insisted", "narrowed-scope broken"),
            // Refreshes
            Flaw("refresh-token-dropped", "kept-refresh-token broken"),
            Flaw(
                "refreshes-each-time", "clock-behind broken", "api-429 broken", "api-503 broken", "api-503 undecided",
                "api-answer-lost broken", "insufficient-scope broken", "burst undecided"),
            Flaw("refresh-token-not-replaced", "expiry broken", "second-process broken"),
            Flaw("refreshes-at-403", "insufficient-scope broken"),
            // Who sends the call again within 50 ms may be another caller; one who is slower knows of the answer.
            Flaw("refreshes-at-429", "api-429 broken", atSpeed: "api-429 undecided"),
            Flaw("refreshes-at-503", "api-503 broken", "api-503 undecided"),
            Flaw("ignores-401", "refused-token undecided", "no-lifetime undecided"),
            Flaw("ignores-401", as: "service", "refused-token undecided", "no-lifetime undecided"),
            Flaw("same-token-again", "refused-token broken", "no-lifetime broken", "ended-session broken"),
            // Failures
            Flaw("token-endpoint-hammered", "token-endpoint-429 broken"),
            Flaw("api-retry-after-ignored", "api-429 undecided"),
            Flaw("date-unread", "token-endpoint-429-date broken"),
            Flaw("token-retry-after-ignored", "token-endpoint-429 broken"),
            Flaw(
                "signs-in-at-429", "token-endpoint-429 broken", "token-endpoint-429 not-reached",
                "token-endpoint-429-bare broken"),
            Flaw("signs-in-at-500", "token-endpoint-500 broken"),
            Flaw("signs-in-after-lost-answer", "lost-refresh-answer broken", "lost-refresh-answer undecided"),
            Flaw("signs-in-at-api-429", "api-429 broken"),
            Flaw("signs-in-at-api-503", "api-503 broken", "api-503 undecided"),
            Flaw(
                "ends-at-a-page", "token-endpoint-page broken", "token-endpoint-page undecided",
                "token-endpoint-page not-reached"),
            Flaw("ends-at-invalid-grant", "ended-session undecided", "refresh-token-end undecided"),
            Flaw("invalid-grant-repeated", "ended-session undecided", "ended-session broken"),
            // The machine
            Flaw("session-not-kept", "restart undecided", "killed-at-refresh undecided"),
            Flaw("stored-at-sign-in-only", "restart broken", "restart undecided"),
            Flaw("store-emptied-first", "killed-at-refresh undecided"),
            Flaw("processes-apart", "second-process broken"),
        ]

        @Test(arguments: ["oauth", "oidc", "mcp", "device", "service"])
        func `a right client by hand is held in all chapters`(kind: String) async throws {
            let outcome = try await outcome(of: nil, as: kind)
            #expect(outcome.lines.isEmpty, "\(outcome)")
            #expect(outcome.chapters.count > 15)
        }

        @Test func `a client that is wrong in one line breaks what that is about, and nothing else`() async throws {
            #expect(Self.all.count >= 30)
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Most of the time is the chapters'.
                for (place, flaw) in Self.all.enumerated() {
                    if place >= 3 { try await group.next() }
                    group.addTask { try await expectLines(of: flaw) }
                }
                try await group.waitForAll()
            }
        }

        @Test(arguments: [false, true])
        func `a server that keeps its session after a sign-out elsewhere is undecided there alone`(isDeaf: Bool)
            async throws
        {
            let folder = try ProgramUnderTest()
            defer { folder.remove() }
            let words = try await ProvenLanguage.words(for: "flask_authlib_server.py", in: folder.home)
            let outcome = try await ProofOutcome(
                of: words + (isDeaf ? ["deaf"] : []), as: "oidc", asking: "http://127.0.0.1:{port}/orders",
                only: ["back-channel-sign-out"] + Self.calm)
            #expect(outcome.lines == (isDeaf ? ["back-channel-sign-out undecided"] : []), "\(outcome)")
        }

        private func expectLines(of flaw: Flaw) async throws {
            let chapters = flaw.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
            let all = flaw.rule == nil ? Set(chapters).union(Self.calm) : Set(Self.calm.prefix(1))
            let outcome = try await outcome(of: flaw.name, as: flaw.kind, only: all.sorted())
            if let rule = flaw.rule {
                #expect(outcome.rules.contains(rule), "\(flaw.name): \(outcome)")
            } else {
                let expected = flaw.lines.union([flaw.atSpeed].compactMap(\.self).filter(outcome.lines.contains))
                #expect(outcome.lines == expected, "\(flaw.name): \(outcome)")
            }
        }

        private func outcome(
            of flaw: String?, as kind: String, only chapters: [String] = []
        ) async throws -> ProofOutcome {
            let words = [try ClientSet.current.python, ClientSet.path(of: "proven/flawed_client.py"), kind]
            return try await ProofOutcome(of: words + (flaw.map { [$0] } ?? []), as: kind, only: chapters)
        }
    }
}
