import FoundationEssentials
import HTTPServer
import JOSE

/// A client's proof that it holds the key that it shows (DPoP, RFC 9449 §4.2).
struct Proof: Sendable {
    static let headerName = "DPoP"
    static let algorithms: Set<JWSAlgorithm> = [.es256, .es384, .es512, .rs256, .ps256, .edDSA, .ed25519]
    /// How far its time may be off, either way.
    static let window = Duration.seconds(60)

    enum Refusal: Error, Sendable, Hashable {
        case invalid(String)
        case nonceWanted
    }

    /// What it must have been made for.
    struct Purpose: Sendable {
        let method: String
        let url: String
        /// The access token that goes along; `nil` at the token endpoint.
        let token: String?
        /// One of these must be in it; `nil` where no nonce is asked for.
        let nonces: Set<String>?
    }

    /// The SHA-256 thumbprint of the key (RFC 7638), as `cnf` holds it.
    let thumbprint: String
    private let claims: JSONObject

    /// Takes the request's one proof and verifies its signature by the key in its own header.
    init(of request: ServerRequest) throws(Refusal) {
        let fields = request.headers.values(named: Self.headerName)
        guard fields.count == 1, let text = fields.first else { throw .invalid("there is more than one proof") }
        guard let jws = try? JWS.parse(text), let claims = try? jws.payloadObject() else {
            throw .invalid("the proof is no JWT")
        }
        guard jws.type == "dpop+jwt" else { throw .invalid("the type of the proof is not dpop+jwt") }
        guard let member = jws.header["jwk"]?.object, let key = try? JWK(json: member) else {
            throw .invalid("the proof shows no key")
        }
        guard !key.isPrivate else { throw .invalid("the proof gives its private key away") }
        guard (try? jws.verify(with: key, allowed: Self.algorithms)) != nil else {
            throw .invalid("the signature of the proof is wrong, or of an algorithm that is not accepted")
        }
        thumbprint = key.thumbprint
        self.claims = claims
    }

    /// RFC 9449 §4.3; its `jti` is used up by that.
    func check(_ purpose: Purpose, used: inout UsedIdentifiers, at now: Date) throws(Refusal) {
        guard claims["htm"]?.string == purpose.method else { throw .invalid("htm is not the method") }
        guard claims["htu"]?.string == purpose.url else { throw .invalid("htu is not the URL") }
        guard let seconds = claims["iat"]?.double else { throw .invalid("iat is missing") }
        let issuedAt = Date(timeIntervalSince1970: seconds)
        guard abs(issuedAt.timeIntervalSince(now)) <= Self.window.seconds else {
            throw .invalid("iat is too long ago, or ahead")
        }
        if let token = purpose.token {
            let hash = Base64URL.encode(Digest.sha256.hash(Array(token.utf8)))
            guard claims["ath"]?.string == hash else { throw .invalid("ath is not the hash of the access token") }
        }
        if let nonces = purpose.nonces {
            guard let nonce = claims["nonce"]?.string, nonces.contains(nonce) else { throw .nonceWanted }
        }
        // Remembered for as long as its time lets it pass.
        let end = issuedAt + Self.window.seconds + 1
        guard let id = claims["jti"]?.string, !id.isEmpty, used.insert(id, of: thumbprint, until: end, at: now) else {
            throw .invalid("the proof has no jti, or was used before")
        }
    }
}
