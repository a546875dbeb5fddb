import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct AskedSignatureTests {
    private let fixture = SessionFixture {
        $0.endpoints[.keys] = URL(string: "\(SessionFixture.issuer)/keys")
    }

    private func publish(_ key: JWK) {
        fixture.transport.always("/keys", ScriptedTransport.json(JWKSet(keys: [key]).json.serialized()))
    }

    private func token(_ key: JWK, issuer: String = SessionFixture.issuer, algorithm: JWSAlgorithm = .es256) throws
        -> Secret
    {
        let claims: JSONObject = ["iss": .string(issuer), "exp": 1]
        return Secret(
            try JWS.sign(payload: Array(claims.serialized().utf8), key: key, algorithm: algorithm, header: [:]))
    }

    private var keyRequests: Int { fixture.transport.requests(to: "/keys").count }

    @Test func `the signature is verified with keys that are fetched each time`() async throws {
        let (old, new) = (try JWK.generate(.p256, keyID: "a"), try JWK.generate(.p256, keyID: "b"))
        let token = try token(old)
        publish(old)
        #expect(await fixture.session.verifySignature(of: token) == .verified(algorithm: "ES256", keyID: "a"))
        publish(new)
        #expect(
            await fixture.session.verifySignature(of: token) == .failed("the key a is not among the provider's keys"))
        #expect(keyRequests == 2)
        let request = try #require(fixture.transport.requests(to: "/keys").last)
        #expect(request.headers["Authorization"] == nil)
    }

    @Test func `a key is named by the beginning of its thumbprint, which is not masked`() async throws {
        publish(try JWK.generate(.p256, keyID: "a"))
        let token = try token(JWK.generate(.p256, keyID: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"))
        guard case .failed(let reason) = await fixture.session.verifySignature(of: token) else {
            Issue.record("it did not fail")
            return
        }
        #expect(reason == "the key NzbLsXh8uDCcd-6M… is not among the provider's keys")
        #expect(Scrubber([]).text(reason) == reason)
    }

    @Test func `a changed token fails`() async throws {
        let key = try JWK.generate(.p256, keyID: "a")
        publish(key)
        let parts = try token(key).reveal().split(separator: ".")
        let claims = Base64URL.encode(#"{"iss":"\#(SessionFixture.issuer)","admin":true}"#.utf8)
        let trust = await fixture.session.verifySignature(of: Secret("\(parts[0]).\(claims).\(parts[2])"))
        #expect(trust == .failed("the signature does not match the key, the header and the payload"))
    }

    @Test func `tokens that the provider's keys say nothing about cost no request`() async throws {
        let key = try JWK.generate(.p256, keyID: "a")
        let shared = try JWK.generate(.oct(byteCount: 32), keyID: "s")
        let symmetric = try token(shared, algorithm: .hs256)
        let other = try token(key, issuer: "https://other.example")
        #expect(
            await fixture.session.verifySignature(of: other)
                == .notChecked("no keys are known for its issuer https://other.example"))
        #expect(
            await fixture.session.verifySignature(of: symmetric)
                == .notChecked("alg HS256 has no public key"))
        guard case .notChecked = await fixture.session.verifySignature(of: Secret("opaque")) else {
            Issue.record("an opaque token was checked")
            return
        }
        let claims = Base64URL.encode(#"{"iss":"\#(SessionFixture.issuer)"}"#.utf8)
        #expect(
            await fixture.session.verifySignature(of: Secret("\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(claims)."))
                == .failed("it is not signed"))
        #expect(keyRequests == 0)
    }

    @Test func `keys that can't be fetched leave the signature unchecked`() async throws {
        let token = try token(JWK.generate(.p256, keyID: "a"))
        fixture.transport.always("/keys", ScriptedTransport.json("{}", status: 503))
        guard case .notChecked(let reason) = await fixture.session.verifySignature(of: token) else {
            Issue.record("it was checked")
            return
        }
        #expect(reason.contains("503"))
    }
}
