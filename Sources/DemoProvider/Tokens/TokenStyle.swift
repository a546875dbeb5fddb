import JOSE

/// How ID tokens and userinfo are made, as far as a switch changes that.
struct TokenStyle: Sendable {
    /// If set, one of HS256, HS384 and HS512: ID tokens are signed with the client's secret (OpenID Connect Core
    /// §10.1).
    var algorithm: JWSAlgorithm?
    /// The audiences of ID tokens besides the client.
    var otherAudiences: [String] = []
    /// Whether userinfo is a signed JWT too (OpenID Connect Core §5.3.2).
    var signsUserInfo = false
}

extension Client {
    /// Signs claims with the secret, padded with zeros to the length that RFC 7518 §3.2 requires, which HMAC does
    /// anyway.
    func sign(_ claims: JSONObject, algorithm: JWSAlgorithm) throws(JOSEError) -> String {
        var bytes = Array(secret.utf8)
        bytes += Array(repeating: 0, count: max(0, (algorithm.digest?.byteCount ?? 0) - bytes.count))
        let key = try JWK(json: ["kty": "oct", "k": .string(Base64URL.encode(bytes))])
        return try JWS.sign(
            payload: Array(claims.serialized().utf8), key: key, algorithm: algorithm, header: ["typ": "JWT"])
    }
}
