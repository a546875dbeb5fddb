import Addresses
import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// The provider of the demo, looked at over sockets.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DemoProviderExamination {
    @Test func `the demo's provider has no fault, as an issuer and from its resource`() async throws {
        let provider = try await DemoProvider.start()
        for text in [provider.issuer, provider.api + "/orders"] {
            for demands in [nil, Demands.mcp, .oidc] {
                guard let url = URL(given: text) else { continue }
                var doctor = Doctor(of: .url(url), transport: CurlTransport.patient())
                doctor.demands = demands
                doctor.client = KnownClient(id: provider.clientID, redirectURI: "http://127.0.0.1/callback")
                let diagnosis = await doctor.examine()
                let faults = diagnosis.findings.filter { $0.verdict == .fault }
                #expect(faults.isEmpty, "\(faults.map { "\($0.check): \($0.seen)" })")
                #expect(diagnosis.issuer == provider.issuer)
                let redirect = diagnosis.findings.first { $0.check == "redirect-uri" }
                #expect(redirect?.verdict == .sound && redirect?.seen == "refused: another path, host")
                #expect(diagnosis.findings.first { $0.check == "issuer-sent" }?.seen == "sent")
            }
        }
        await provider.stop()
    }
}
