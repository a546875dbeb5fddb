import FoundationEssentials
import JOSE
import Synchronization

/// Makes the proofs that bind a session's tokens to its key (RFC 9449), and remembers what each server wants in them.
final class ProofIssuer: Sendable {
    /// What one server let us know.
    private struct Knowledge {
        /// The latest `DPoP-Nonce`; servers change it at will.
        var nonce: String?
        /// How far its clock is ahead: proofs are believed for moments only.
        var clockOffset = 0.0
    }

    private let signer: PrivateKeySigner
    private let publicKey: JSONObject
    private let servers = Mutex<[Origin: Knowledge]>([:])

    init(_ key: ProofKey) throws(JOSEError) {
        signer = try PrivateKeySigner(pem: key.pem, keyID: nil, algorithm: key.algorithm)
        guard let publicKey = signer.key.publicKey else { throw .noPrivateKey }
        var json = publicKey.json(includingPrivate: false)
        json["use"] = nil
        self.publicKey = json
    }

    /// What the authorization request names the key by (RFC 9449 §10).
    var thumbprint: String { signer.key.thumbprint }

    /// The proof for one request (§4.2); every attempt needs its own.
    /// - Parameters:
    ///   - request: Its method and its URL are proved.
    ///   - token: The access token that goes along; `nil` for the token endpoint.
    ///   - id: Unguessable and never used before.
    ///   - now: By this machine's clock.
    /// - Returns: The value of the `DPoP` field.
    /// - Throws: ``JOSEError`` where signing fails.
    func proof(for request: HTTPRequest, token: Secret?, id: String, now: Date) throws(JOSEError) -> String {
        let knowledge = Origin(request.url).flatMap { origin in servers.withLock { $0[origin] } } ?? Knowledge()
        let issuedAt = Int((now.timeIntervalSince1970 + knowledge.clockOffset).rounded(.down))
        var claims: JSONObject = [
            "jti": .string(id), "htm": .string(request.method), "htu": .string(Self.target(of: request.url)),
            "iat": .number(JSONNumber(issuedAt)),
        ]
        claims["nonce"] = knowledge.nonce.map(JSONValue.string)
        claims["ath"] = token.map { .string(Base64URL.encode(Digest.sha256.hash(Array($0.reveal().utf8)))) }
        return try signer.sign(claims, type: "dpop+jwt", header: ["jwk": .object(publicKey)])
    }

    /// Takes note of the nonce and the time that an answer brings; any answer may (§8.2).
    func learn(from response: HTTPResponse, now: Date) {
        guard let origin = Origin(response.url) else { return }
        let nonce = response.headers["DPoP-Nonce"]
        let offset = response.date.map { $0.timeIntervalSince(now) }
        guard nonce != nil || offset != nil else { return }
        servers.withLock { servers in
            var knowledge = servers[origin] ?? Knowledge()
            knowledge.nonce = nonce ?? knowledge.nonce
            // Below that it is the way through the network, and the field's whole seconds.
            if let offset { knowledge.clockOffset = abs(offset) > 5 ? offset : 0 }
            servers[origin] = knowledge
        }
    }

    /// Whether the answer says that all it lacks is the nonce that it brings (§8, §9).
    static func wantsNonce(_ response: HTTPResponse) -> Bool {
        guard response.headers["DPoP-Nonce"] != nil else { return false }
        return switch response.status {
        case 400: response.oauthError?.code == "use_dpop_nonce"
        case 401:
            response.oauthError?.code == "use_dpop_nonce"
                || AuthenticationChallenge.parse(response.headers).contains { $0.error == "use_dpop_nonce" }
        default: false
        }
    }

    /// The URL without query and fragment (§4.2).
    private static func target(of url: URL) -> String {
        let text = String(url.absoluteString.prefix { $0 != "?" && $0 != "#" })
        return url.path(percentEncoded: true).isEmpty ? "\(text)/" : text
    }
}
