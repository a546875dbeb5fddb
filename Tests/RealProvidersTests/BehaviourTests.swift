import CurlTransport
import Doctor
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// What `doctor --behaviour` sees of a provider, with a person at the browser, against what is known otherwise.
    @Suite struct Behaviours {
        @Test(arguments: KnownProvider.allCases.filter { !KnownBehaviour.of($0).isEmpty })
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

        /// The verdict and the words by experiment.
        private func examine(
            _ provider: KnownProvider
        ) async throws -> [String: String] {
            let visit = try await Visit(provider)
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
            let findings = await examination.examine(mayTry: { _ in true })
            return Dictionary(
                uniqueKeysWithValues: findings.map { ($0.check, "\($0.verdict.rawValue): \($0.seen)") })
        }
    }
}
