import CurlTransport
import Doctor
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// What `doctor --behaviour` sees of a provider, with a person at the browser, against what is known otherwise.
    ///
    /// The client is one that no other test uses: glewlwyd's nonces are those of all sessions of a client, and
    /// canaille's memory takes any code of a client for the one that is redeemed.
    @Suite struct Behaviours {
        @Test(arguments: KnownProvider.allCases)
        func `what the doctor sees of a provider is true`(provider: KnownProvider) async throws {
            let visit = try await Visit(provider) { $0.clientID = "doctor" }
            let seen = await examine(visit) { try visit.codeFlow(mayFail: true) }
            seen.expect(KnownBehaviour.of(provider))
        }

        @Test(arguments: KnownProvider.allCases)
        func `without a sign-in the doctor finds the faults that are there, and no other`(
            provider: KnownProvider
        ) async throws {
            let visit = try await Visit(provider)
            let issuer = visit.session.client.issuer
            let diagnosis = await Doctor(of: .provider(issuer: issuer, resource: nil), transport: visit.transport)
                .examine()
            let faults = diagnosis.findings.filter { $0.verdict == .fault }.map(\.check)
            // glewlwyd says 400 and nothing else.
            #expect(faults == (provider == .glewlwyd ? ["token-endpoint"] : []), "\(provider.rawValue)")
        }

        @Test(arguments: KnownProvider.examinedByDevice)
        func `it is true where a person signs in on another device`(provider: KnownProvider) async throws {
            let visit = try await Visit(provider) { $0.clientID = "console-device" }
            let seen = await examine(visit) { visit.deviceFlow() }
            seen.expect(KnownBehaviour.byDevice(provider))
        }

        @Test func `the nonce is noticed that proofs of a key need`() async throws {
            let key = try String(contentsOf: URL(filePath: ProviderFleet.current.client.keyFile), encoding: .utf8)
            let visit = try await Visit(.glewlwyd) {
                $0.clientID = "doctor"
                $0.proofKey = ProofKey(pem: Secret(key))
            }
            let seen = await examine(visit, mayEnd: false) { try visit.codeFlow() }
            // "oauth-dpop-nonce-mandatory" in set_up.py.
            #expect(seen["dpop-nonce"] == "note: asked for by token_endpoint, userinfo_endpoint")
        }

        @Test(arguments: [false, true])
        func `what is known shows on the wire, to a program that shares nothing with the doctor`(
            byDevice: Bool
        ) async throws {
            let fleet = try ProviderFleet.current
            try await withThrowingTaskGroup { group in
                for provider in byDevice ? KnownProvider.examinedByDevice : KnownProvider.allCases {
                    let settings = try settings(of: provider, byDevice: byDevice, in: fleet)
                    let known = byDevice ? KnownBehaviour.byDevice(provider) : KnownBehaviour.of(provider)
                    group.addTask {
                        try await Wire(settings, python: fleet.python).seen.expect(known, at: provider.rawValue)
                    }
                }
                try await group.waitForAll()
            }
        }

        /// What the doctor sees: the verdict and the words by experiment.
        private func examine(
            _ visit: Visit, mayEnd: Bool = true, makeFlow: @escaping @Sendable () throws -> any SignInFlow
        ) async -> [String: String] {
            let client = visit.session.client
            let examination = BehaviourExamination(
                of: client, over: visit.transport, journal: EventJournal(clock: SystemClock()), resource: nil,
                makeFlow: makeFlow)
            let findings = await examination.examine(mayTry: { mayEnd || !$0.endsSession }).findings
            return Dictionary(
                uniqueKeysWithValues: findings.map { ($0.check, "\($0.verdict.rawValue): \($0.seen)") })
        }

        private func settings(
            of provider: KnownProvider, byDevice: Bool, in fleet: ProviderFleet
        ) throws -> JSONValue {
            let client = try provider.configuration(fleet)
            var settings: JSONObject = [
                "provider": .string(provider.rawValue), "issuer": .string(client.issuer),
                "client_id": .string(byDevice ? "console-device" : "doctor"),
                "redirect_uri": .string(fleet.redirectURI),
                "scope": .string(client.scope.joined(separator: " ")),
                "authority": .string(fleet.certificateAuthorityFile), "device": .bool(byDevice),
            ]
            if case .basic(let secret) = client.authentication { settings["client_secret"] = .string(secret.reveal()) }
            settings["endpoints"] = .object(
                client.endpoints.reduce(into: JSONObject()) { $0[$1.key.rawValue] = .string($1.value.absoluteString) })
            return .object(settings)
        }
    }
}

extension [String: String] {
    /// That this was seen, and nothing else; what can't be seen may be left out.
    func expect(_ behaviours: [KnownBehaviour], at place: String = "") {
        for known in behaviours {
            let found = self[known.experiment]
            guard found != nil || known.isVisible else { continue }
            #expect(
                known.truth.contains { found == $0 || found?.hasPrefix($0 + " (after ") == true },
                "\(place) \(known.experiment): \(found ?? "nothing"), \(known.source)")
        }
        #expect(Set(keys).subtracting(behaviours.map(\.experiment)).isEmpty)
    }
}
