import ClientObservation
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

extension RealProviders {
    /// Clients that nobody of this project wrote, and clients that break a rule on purpose, at the embedded provider.
    @Suite struct RealClientsAndFindings {
        /// The rules that a client of `wrong_clients.py` breaks, each alone.
        static let broken = [
            "refresh-token-sent-twice-at-once", "spent-refresh-token-sent", "refused-refresh-token-sent-again",
            "credentials-dropped-after-failure", "rejected-token-sent-again", "code-without-pkce", "pkce-plain",
            "code-redeemed-twice", "redirect-uri-differs", "two-client-authentications", "password-grant",
            "verifier-used-twice", "state-used-twice", "nonce-used-twice", "token-in-url", "bearer-along-redirect",
            "refresh-token-outside-token-endpoint", "token-used-after-sign-out", "proof-used-twice",
            "proof-for-other-method", "proof-for-other-target", "proof-for-other-token",
        ]

        @Test(arguments: broken)
        func `a client that breaks a rule is found by that rule, and by no other of weight error`(rule: String)
            async throws
        {
            let found = try await findings { provider in
                [ClientSet.path(of: "wrong_clients.py"), rule, provider.issuer, provider.api, provider.control]
            }
            // The provider refuses plain challenges.
            let refusals = rule == "pkce-plain" ? ["sign-in-refused"] : []
            #expect(found.filter { $0.weight == .error }.map(\.rule) == [rule] + refusals)
        }

        @Test func `threads that refresh one token each are found`() async throws {
            let found = try await findings { provider in
                [
                    ClientSet.path(of: "threads_of_requests_oauthlib.py"), provider.issuer, provider.api,
                    provider.control,
                ]
            }
            let refreshes = found.filter { $0.rule == "refresh-token-sent-twice-at-once" }
            #expect(refreshes.count == 1 && (refreshes.first?.count ?? 0) >= 1)
        }

        @Test func `two processes on one token store are found, and counted`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let (python, archive) = (try ClientSet.current.python, program.home + "/two.har")
            let client = try await blocking {
                try Subprocess(python, [ClientSet.path(of: "two_processes_of_fastmcp.py"), archive], environment: [:])
                    .finish(within: .seconds(120))
            }
            try #require(client.status == 0, "\(client.errorText)")
            // How many refreshes succeed before the reuse is a matter of time.
            let entries = try JSONValue(parsing: Data(contentsOf: URL(filePath: archive)))["log"]?["entries"]?.array
            let refreshes = (entries ?? []).count { entry in
                entry["request"]?["postData"]?["text"]?.string?.hasPrefix("grant_type=refresh_token") == true
                    && entry["response"]?["status"]?.int == 200
            }
            #expect(refreshes > 0)
            let watch = try await program.run(
                "watch", "--from", archive, "--format", "json", "--expect",
                "\(refreshes) refreshes, 1 reuse, 2 sign-ins, 1 error")
            let findings = try #require(JSONValue(parsing: watch.output)["findings"]?.array)
            // Whether the second sends it before the first has its answer is a matter of time, too.
            let reuses = ["refresh-token-sent-twice-at-once", "spent-refresh-token-sent"]
            #expect(findings.contains { reuses.contains($0["name"]?.string ?? "") })
            let expectations = try JSONValue(parsing: watch.output)["expectations"]?.array ?? []
            #expect(expectations.count == 4 && expectations.allSatisfy { $0["met"] == true }, "\(expectations)")
        }

        @Test(arguments: ["authlib_client.py", "requests_oauth2client_client.py"], [true, false])
        func `a library that keeps the rules has no finding of weight error`(client: String, isPublic: Bool)
            async throws
        {
            let found = try await findings { provider in
                [
                    ClientSet.path(of: client), provider.issuer, provider.api + "/orders",
                    isPublic ? provider.clientID : provider.confidentialClientID, isPublic ? "" : provider.clientSecret,
                    "http://127.0.0.1:9/callback", "openid profile offline_access",
                ]
            }
            #expect(found.filter { $0.weight == .error } == [])
        }

        @Test func `a script with curl that keeps the rules has no finding`() async throws {
            let found = try await findings(by: ClientSet.path(of: "curl_client")) { provider in
                [
                    provider.issuer, provider.api + "/orders", provider.clientID, "", "http://127.0.0.1:9/callback",
                    "openid profile offline_access",
                ]
            }
            #expect(found == [])
        }

        @Test func `this program has no finding, from its sign-in to its logout`() async throws {
            let watch = ProviderWatch()
            let provider = try await Self.provider(watch)
            var program = try ProgramUnderTest()
            defer { program.remove() }
            let python = try ClientSet.current.python
            try await program.makeScript("browser", "#!/bin/sh\n\(python) \(ClientSet.path(of: "person.py")) \"$1\"\n")
            program.environment["BROWSER"] = program.home + "/browser"
            let profile = ["profile", "add", "default", "--issuer", provider.issuer, "--client-id", provider.clientID]
            for command in [
                profile + ["--api", provider.api], ["login"], ["request", "/orders"], ["refresh"], ["userinfo"],
                ["request", "/orders"], ["logout"],
            ] {
                let result = try await program.run(arguments: command)
                #expect(result.status == 0, "\(command): \(result.errorText)")
            }
            await provider.stop()
            watch.close()
            #expect(watch.findings == [])
        }

        /// What is found of a client, which is run to its end.
        private func findings(
            by program: String? = nil, arguments: (DemoProvider) -> [String]
        ) async throws -> [ClientFinding] {
            let watch = ProviderWatch()
            let provider = try await Self.provider(watch)
            let python = try ClientSet.current.python
            let words = arguments(provider)
            var environment = ProcessInfo.processInfo.environment
            environment["PYTHON"] = python
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
            let result = try await blocking { [environment] in
                try Subprocess(program ?? python, words, environment: environment).finish(within: .seconds(60))
            }
            await provider.stop()
            watch.close()
            #expect(result.status == 0, "\(words): \(result.errorText)")
            return watch.findings
        }

        private static func provider(_ watch: ProviderWatch) async throws -> DemoProvider {
            var configuration = DemoProvider.Configuration()
            configuration.witness = watch
            return try await DemoProvider.start(configuration)
        }
    }
}
