@testable import JOSE
import SessionCore
import TestSupport
import Testing

/// Keys whose private half this program does not have.
@Suite(.timeLimit(.minutes(5)))
struct SignerTests {
    /// A service that has the private half.
    private struct Service: Signer {
        enum Form: CaseIterable { case jose, der }

        let key: JWK
        var form = Form.jose
        var failure: StoreError?

        func sign(_ message: [UInt8], algorithm: String) async throws -> [UInt8] {
            if let failure { throw failure }
            let algorithm = try #require(JWSAlgorithm(rawValue: algorithm))
            let signature = try key.sign(message, algorithm: algorithm)
            return form == .jose ? signature : try ECDSASignature(raw: signature, coordinateByteCount: 32).der()
        }
    }

    private let key: JWK
    private let publicKey: JWK
    private var publicJWK: String { publicKey.json(includingPrivate: false).serialized() }

    init() throws {
        key = try JWK(pem: TestKey.p256.pem, keyID: "kms-1")
        publicKey = try #require(key.publicKey)
    }

    @Test(arguments: Service.Form.allCases)
    private func `private_key_jwt is signed by a service, as JOSE or as DER`(form: Service.Form) async throws {
        let client = ClientKey(publicJWK: publicJWK, signer: Service(key: key, form: form))
        let scripted = try ImaginaryProvider(configure: { $0.authentication = .privateKeyJWT(client) })
        try scripted.provider.configuration.validate()
        scripted.transport.once("/token", ScriptedTransport.tokens())
        guard case .granted = await scripted.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("it was not granted")
            return
        }
        let jwt = try JWT.parse(try #require(try scripted.lastForm(to: "/token")["client_assertion"]))
        #expect(jwt.jws.keyID == "kms-1")
        try jwt.jws.verify(with: publicKey, allowed: [.es256])
    }

    private func fixture(_ signer: Service) async throws -> SessionFixture {
        try await SessionFixture { [publicJWK] in $0.proofKey = ProofKey(publicJWK: publicJWK, signer: signer) }
            .signedIn()
    }

    @Test func `a request is proved by a service`() async throws {
        let fixture = try await fixture(Service(key: key))
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        #expect(try await fixture.session.send(fixture.request()).verdict == .accepted)
        let request = try #require(fixture.transport.requests(to: "/orders").first)
        #expect(request.headers["Authorization"] == "DPoP A1")
        let proof = try JWT.parse(try #require(request.headers["DPoP"]))
        try proof.jws.verify(with: publicKey, allowed: [.es256])
        #expect(proof.jws.header["jwk"]?["d"] == nil)
    }

    @Test func `a service that fails sends nothing, and keeps the session`() async throws {
        let fixture = try await fixture(Service(key: key, failure: .unreadable("the service is away")))
        let (session, request) = (fixture.session, try fixture.request())
        let reason = TransportError.invalidRequest(
            "its signer failed: the stored session can't be read: the service is away")
        #expect(
            await sessionError { _ = try await session.send(request) } == .transport(reason, during: .request))
        #expect(await sessionError { try await session.refresh() } == .transport(reason, during: .token))
        #expect(fixture.transport.requests(to: "/orders").isEmpty && fixture.tokenRequests.isEmpty)
        #expect(await session.state.isAuthenticated)
    }

    @Test func `a signature by another key is found before it is sent`() async throws {
        let fixture = try await fixture(Service(key: try JWK.generate(.p256)))
        let (session, request) = (fixture.session, try fixture.request())
        let error = await sessionError { _ = try await session.send(request) }
        guard case .invalidConfiguration(.proofKey, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fixture.transport.requests(to: "/orders").isEmpty)
    }
}
