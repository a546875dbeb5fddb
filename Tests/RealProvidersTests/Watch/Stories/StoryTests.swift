import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

extension RealProviders {
    /// Clients in six languages, played from their stories in front of the embedded provider, under a watch.
    @Suite struct Stories {
        @Test(arguments: Story.Language.allCases)
        func `a watch finds the rules that each client breaks, and no other`(language: Story.Language) async throws {
            try await withThrowingDiscardingTaskGroup { group in
                for story in Story.all where story.language == language {
                    group.addTask { try await expectFindings(of: story) }
                }
            }
        }

        @Test func `there are twenty right and thirty wrong clients, and several in each language`() {
            #expect(Story.right.count == 20 && Story.right.allSatisfy(\.broken.isEmpty))
            #expect(Story.wrong.count >= 30 && !Story.wrong.contains { $0.broken.isEmpty })
            #expect(Set(Story.struck.flatMap(\.faults).map { $0.prefix { $0 != "@" } }).count == 14)
            for language in Story.Language.allCases {
                #expect(Story.right.count { $0.language == language } >= 3, "\(language)")
                #expect(Story.wrong.count { $0.language == language } >= 5, "\(language)")
            }
        }

        private func expectFindings(of story: Story) async throws {
            let key = try JWK.generate(.p256)
            let provider = try await DemoProvider.start(Self.configuration(for: story, key))
            let (found, results) = try await found(of: story, at: provider, key)
            await provider.stop()
            #expect(found == story.broken, "\(story)")
            // Of several faults alike the first shows it.
            let result = story.broken.isEmpty ? "passed" : "finding"
            #expect(results.first == (story.faults.isEmpty ? nil : result), "\(story)")
        }

        private static func configuration(for story: Story, _ key: JWK) throws -> DemoProvider.Configuration {
            var configuration = DemoProvider.Configuration()
            configuration.accessTokenLifetime = .seconds(300)
            configuration.deviceCodeInterval = .seconds(1)
            configuration.clientKeys = [try JWK(json: key.json(includingPrivate: false))]
            if story.wantsProofs { configuration.proofs = DemoProvider.ProofPolicy(wantsNonce: true) }
            return configuration
        }

        /// The rules of weight error and warning that the client of a story has broken, and what is said of its faults.
        private func found(
            of story: Story, at provider: DemoProvider, _ key: JWK
        ) async throws -> (rules: Set<String>, results: [String]) {
            var program = try ProgramUnderTest()
            defer { program.remove() }
            program.environment["PYTHON"] = try ClientSet.current.python
            program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
            let given = [
                "issuer": provider.issuer, "api": provider.api, "control": provider.control,
                "elsewhere": provider.api.replacing("127.0.0.1", with: "localhost"), "client": provider.clientID,
                "service": provider.confidentialClientID, "secret": provider.clientSecret, "folder": program.home,
                "key": key.json(includingPrivate: true).serialized(),
            ]
            let steps = given.map { ["set", $0.key, $0.value] } + story.steps
            let text = JSONValue.array(steps.map { .array($0.map { .string($0) }) }).serialized()
            let interpreter = try story.language.interpreter
            let arguments =
                ["watch", "--format", "json", "--fail-on", "never", "--issuer", provider.issuer]
                + story.faults.flatMap { ["--inject", $0] } + ["--api", provider.api, "--", interpreter]
                + [ClientSet.path(of: "Players/play.\(story.language.rawValue)"), text]
            let environment = program.environment
            let result = try await blocking {
                try Subprocess(ProgramUnderTest.path, arguments, environment: environment)
                    .finish(within: .seconds(60))
            }
            #expect(result.status == 0, "\(result.errorText)")
            let report = try JSONValue(parsing: result.output)
            let findings = try #require(report["findings"]?.array)
            return (
                Set(findings.filter { $0["weight"]?.string != "note" }.compactMap { $0["name"]?.string }),
                (report["faults"]?.array ?? []).compactMap { $0["result"]?.string }
            )
        }
    }
}

extension Story.Language {
    fileprivate var interpreter: String {
        get throws {
            switch self {
            case .bash: "bash"
            case .python: try ClientSet.current.python
            case .node: "node"
            case .ruby: "ruby"
            case .perl: "perl"
            case .php: "php"
            }
        }
    }
}
