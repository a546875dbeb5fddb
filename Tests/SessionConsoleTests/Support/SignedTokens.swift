import JOSE

/// Tokens that a test signs itself.
enum SignedTokens {
    static let key = Result { try JWK.generate(.p256, keyID: "k1") }

    static func token(
        _ claims: JSONObject, header: JSONObject = [:], key: JWK? = nil, algorithm: JWSAlgorithm = .es256
    ) throws -> String {
        try JWS.sign(
            payload: Array(claims.serialized().utf8), key: key ?? self.key.get(), algorithm: algorithm, header: header)
    }

    static var keys: JWKSet { get throws { JWKSet(keys: [try key.get()]) } }
}
