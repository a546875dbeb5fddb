import JOSE

/// The ES256 key that signs, and the retired ones, which still verify.
struct SigningKeys: Sendable {
    private static let retiredLimit = 3

    private(set) var current: JWK
    private var retired: [JWK] = []

    init() throws(JOSEError) {
        current = try Self.makeKey()
    }

    /// Signs with a new key from now on; the old one stays published, so that its signatures can be verified.
    mutating func rotate() throws(JOSEError) {
        retired.insert(current, at: 0)
        retired = Array(retired.prefix(Self.retiredLimit))
        current = try Self.makeKey()
    }

    /// The JWK set as published (RFC 7517 §5).
    var published: JSONObject {
        ["keys": .array(([current] + retired).map { .object($0.json(includingPrivate: false)) })]
    }

    /// Signs claims as a compact JWT of this `typ`.
    func sign(_ claims: JSONObject, type: String) throws(JOSEError) -> String {
        try JWS.sign(
            payload: Array(claims.serialized().utf8), key: current, algorithm: .es256, header: ["typ": .string(type)])
    }

    /// The claims of a JWT that one of these keys signed; `nil` for anything else.
    func verifiedClaims(of token: String) -> JSONObject? {
        guard let jws = try? JWS.parse(token) else { return nil }
        let isOurs = ([current] + retired).contains { key in
            (try? jws.verify(with: key, allowed: [.es256])) != nil
        }
        guard isOurs, let claims = try? JSONValue(parsing: jws.payload) else { return nil }
        return claims.object
    }

    private static func makeKey() throws(JOSEError) -> JWK {
        try JWK.generate(.p256, keyID: try RandomText.id(), algorithm: .es256)
    }
}
