import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@testable import CurlTransport

/// What is wrong with a certificate, told apart.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct TLSFaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fault(
        certificate: String, key: String = FaultyCertificates.key, authority: String?, pin: String? = nil
    ) async throws -> TransportError.TLSFault? {
        let server = try HTTPServer.start(tls: HTTPServer.TLSIdentity(certificate: certificate, key: key)) { _ in
            ServerResponse()
        }
        var configuration = CurlTransport.Configuration.patient
        if let authority { configuration.certificateAuthorityFile = try folder.file("ca.pem", authority) }
        configuration.pinnedPublicKey = pin
        let error = try await failure(of: CurlTransport(configuration), HTTPRequest(url: try server.url("/")))
        guard case .tls(let fault, let reason) = error else {
            Issue.record("\(error)")
            return nil
        }
        #expect(!reason.isEmpty)
        return fault
    }

    @Test
    func
        `truth 2: a certificate for another name, an expired or early one, an unknown issuer and a pin are told apart`()
        async throws
    {
        let authority = FaultyCertificates.authority
        #expect(try await fault(certificate: FaultyCertificates.otherName, authority: authority) == .wrongName)
        #expect(try await fault(certificate: FaultyCertificates.expired, authority: authority) == .expired)
        #expect(
            try await fault(
                certificate: FaultyCertificates.early, key: FaultyCertificates.earlyKey,
                authority: FaultyCertificates.early) == .notYetValid)
        #expect(
            try await fault(certificate: Certificates.server, key: Certificates.serverKey, authority: nil)
                == .untrustedIssuer)
        #expect(
            try await fault(
                certificate: Certificates.server, key: Certificates.serverKey, authority: Certificates.authority,
                pin: "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=") == .pinMismatch)
        let plain = try HTTPServer.start { _ in ServerResponse() }
        let url = try #require(URL(string: "https://127.0.0.1:\(plain.port)/"))
        guard case .tls(.other, _) = try await failure(of: .patient(), HTTPRequest(url: url)) else {
            Issue.record("no TLS at that port")
            return
        }
    }
}
