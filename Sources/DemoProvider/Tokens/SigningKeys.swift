import JOSE

/// The ES256 key that signs, and the retired ones, which still verify.
///
/// The first key is made when it is needed: a console that only starts needs none.
struct SigningKeys: Sendable {
    private static let retiredLimit = 3

    /// Newest first: the first one signs.
    private var keys: [JWK] = []

    /// The key that signs.
    mutating func current() throws(JOSEError) -> JWK {
        if let key = keys.first { return key }
        let key = try Self.makeKey()
        keys = [key]
        return key
    }

    /// Signs with a new key from now on; the old one stays published, so that its signatures can be verified.
    mutating func rotate() throws(JOSEError) {
        _ = try current()
        keys.insert(try Self.makeKey(), at: 0)
        keys = Array(keys.prefix(1 + Self.retiredLimit))
    }

    /// The JWK set as published (RFC 7517 §5).
    mutating func published() throws(JOSEError) -> JSONObject {
        _ = try current()
        return ["keys": .array(keys.map { .object($0.json(includingPrivate: false)) })]
    }

    /// Signs claims as a compact JWT of this `typ`.
    mutating func sign(_ claims: JSONObject, type: String) throws(JOSEError) -> String {
        try JWS.sign(
            payload: Array(claims.serialized().utf8), key: current(), algorithm: .es256,
            header: ["typ": .string(type)])
    }

    /// The claims of a JWT that one of these keys signed; `nil` for anything else.
    func verifiedClaims(of token: String) -> JSONObject? {
        guard let jws = try? JWS.parse(token) else { return nil }
        let isOurs = keys.contains { key in
            (try? jws.verify(with: key, allowed: [.es256])) != nil
        }
        guard isOurs, let claims = try? JSONValue(parsing: jws.payload) else { return nil }
        return claims.object
    }

    private static func makeKey() throws(JOSEError) -> JWK {
        try JWK.generate(.p256, keyID: try RandomText.id(), algorithm: .es256)
    }
}
