import FoundationEssentials
import JOSE

/// A client assertion (`private_key_jwt`; RFC 7523 §3, OpenID Connect Core §9).
struct ReceivedAssertion: Sendable {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    static let algorithms: Set<JWSAlgorithm> = [.es256, .es384, .es512, .rs256, .ps256, .edDSA, .ed25519]

    let clientID: String
    private let jwt: JWT

    init(_ text: String) throws(ErrorAnswer) {
        guard let jwt = try? JWT.parse(text), let clientID = jwt.claims.subject, clientID == jwt.claims.issuer else {
            throw ErrorAnswer(.invalidClient, "the client assertion contains no client identifier")
        }
        self.jwt = jwt
        self.clientID = clientID
    }

    /// Checks the assertion, and marks its `jti` as used.
    func verify(
        keys: [JWK], audiences: Set<String>, used: inout UsedIdentifiers, at now: Date
    ) throws(ErrorAnswer) {
        guard keys.contains(where: { (try? jwt.jws.verify(with: $0, allowed: Self.algorithms)) != nil }) else {
            throw ErrorAnswer(.invalidClient, "the client assertion is not signed by a key of the client")
        }
        guard !audiences.isDisjoint(with: jwt.claims.audience) else {
            throw ErrorAnswer(.invalidClient, "the client assertion is for another audience")
        }
        guard let expiresAt = jwt.claims.expirationTime, now < expiresAt else {
            throw ErrorAnswer(.invalidClient, "the client assertion expired")
        }
        guard let id = jwt.claims.jwtID, used.insert(id, of: clientID, until: expiresAt, at: now) else {
            throw ErrorAnswer(.invalidClient, "the client assertion has no jti, or was used before")
        }
    }
}
