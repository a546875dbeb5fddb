import CurlTransport
import Doctor
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// What `doctor --behaviour` sees of a provider, with a person at the browser, against what is known otherwise.
    @Suite struct Behaviours {
        @Test(arguments: KnownProvider.allCases)
        func `what the doctor sees of a provider is true`(provider: KnownProvider) async throws {
            let seen = try await examine(provider)
            for known in KnownBehaviour.of(provider) {
                let found = seen[known.experiment]
                #expect(
                    found.map(known.truth.contains) == true,
                    "\(known.experiment): \(found ?? "nothing"), \(known.source)")
            }
            #expect(Set(seen.keys) == Set(KnownBehaviour.of(provider).map(\.experiment)))
        }

        @Test func `the nonce is noticed that proofs of a key need`() async throws {
            let key = ProofKey(
                pem: Secret(
                    try String(contentsOf: URL(filePath: ProviderFleet.current.client.keyFile), encoding: .utf8)))
            let seen = try await examine(.glewlwyd, mayEnd: false) { $0.proofKey = key }
            // "oauth-dpop-nonce-mandatory" in set_up.py.
            #expect(seen["dpop-nonce"] == "note: asked for by token_endpoint, userinfo_endpoint")
        }

        /// The verdict and the words by experiment.
        private func examine(
            _ provider: KnownProvider, mayEnd: Bool = true, change: (inout ClientConfiguration) -> Void = { _ in }
        ) async throws -> [String: String] {
            let visit = try await Visit(provider, change: change)
            let client = visit.session.client
            let clock = SystemClock()
            let channel = Channel(
                transport: visit.transport, clock: clock, randomness: SystemRandomness(),
                scope: EventScope(journal: EventJournal(clock: clock), generation: 0))
            let examination = BehaviourExamination(
                ProviderChannel(
                    configuration: client, directory: ProviderDirectory(configuration: client), channel: channel),
                resource: nil
            ) { try visit.codeFlow(mayFail: true) }
            let findings = await examination.examine(mayTry: { mayEnd || !$0.endsSession })
            return Dictionary(
                uniqueKeysWithValues: findings.map { ($0.check, "\($0.verdict.rawValue): \($0.seen)") })
        }
    }
}
