import FoundationEssentials
import HTTPServer
import JOSE

/// A client's proof that it holds a private key (DPoP, RFC 9449 §4.2).
struct KeyProof: Sendable {
    static let headerName = "DPoP"
    static let algorithms: Set<JWSAlgorithm> = [.es256, .es384, .es512, .rs256, .ps256, .edDSA, .ed25519]
    /// How far its time may differ from the provider's, either way.
    static let window = Duration.seconds(60)

    enum Refusal: Error, Sendable, Hashable {
        case invalid(String)
        case nonceWanted
    }

    /// The request that the proof must match.
    struct Purpose: Sendable {
        let method: String
        let url: String
        /// The access token of the request; `nil` at the token endpoint.
        let token: String?
        /// The proof must contain one of these; `nil` if no nonce is required.
        let nonces: Set<String>?
    }

    /// The SHA-256 thumbprint of the key (RFC 7638), as `cnf` holds it.
    let thumbprint: String
    private let claims: JSONObject

    /// Reads the request's only proof, and verifies its signature with the key in its own header.
    init(of request: ServerRequest) throws(Refusal) {
        let fields = request.headers.values(named: Self.headerName)
        guard fields.count == 1, let text = fields.first else { throw .invalid("there is more than one proof") }
        guard let jws = try? JWS.parse(text), let claims = try? jws.payloadObject() else {
            throw .invalid("the proof is not a JWT")
        }
        guard jws.type == "dpop+jwt" else { throw .invalid("the type of the proof is not dpop+jwt") }
        guard let member = jws.header["jwk"]?.object, let key = try? JWK(json: member) else {
            throw .invalid("the header of the proof has no key")
        }
        guard !key.isPrivate else { throw .invalid("the header of the proof contains the private key") }
        guard (try? jws.verify(with: key, allowed: Self.algorithms)) != nil else {
            throw .invalid("the signature of the proof is wrong, or of an algorithm that is not accepted")
        }
        thumbprint = key.thumbprint
        self.claims = claims
    }

    /// Checks the proof against its purpose (RFC 9449 §4.3), and marks its `jti` as used.
    func check(_ purpose: Purpose, used: inout UsedIdentifiers, at now: Date) throws(Refusal) {
        guard claims["htm"]?.string == purpose.method else { throw .invalid("htm is not the method") }
        guard claims["htu"]?.string == purpose.url else { throw .invalid("htu is not the URL") }
        guard let seconds = claims["iat"]?.double else { throw .invalid("iat is missing") }
        let issuedAt = Date(timeIntervalSince1970: seconds)
        guard abs(issuedAt.timeIntervalSince(now)) <= Self.window.seconds else {
            throw .invalid("iat is too old, or in the future")
        }
        if let token = purpose.token {
            let hash = Base64URL.encode(Digest.sha256.hash(Array(token.utf8)))
            guard claims["ath"]?.string == hash else { throw .invalid("ath is not the hash of the access token") }
        }
        if let nonces = purpose.nonces {
            guard let nonce = claims["nonce"]?.string, nonces.contains(nonce) else { throw .nonceWanted }
        }
        // Remembered for as long as its time would be accepted.
        let end = issuedAt + Self.window.seconds + 1
        guard let id = claims["jti"]?.string, !id.isEmpty, used.insert(id, of: thumbprint, until: end, at: now) else {
            throw .invalid("the proof has no jti, or was used before")
        }
    }
}
