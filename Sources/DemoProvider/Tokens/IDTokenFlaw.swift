import FoundationEssentials
import JOSE

/// A flaw of an ID token, for each check that a client must make (OpenID Connect Core §3.1.3.7).
package enum IDTokenFlaw: String, Sendable, Hashable, CaseIterable {
    /// Signed with another key, under the `kid` of the published one.
    case signature
    /// Signed with another key, under a `kid` that is not published.
    case unknownKey = "unknown-key"
    /// `alg` is `none`, without a signature.
    case unsigned
    /// `alg` is HS256, with the published key as the shared secret (RFC 8725 §2.1).
    case sharedSecret = "shared-secret"
    case issuer
    case audience
    /// There are two audiences and no `azp`.
    case audiences
    case authorizedParty = "authorized-party"
    case noSubject = "no-subject"
    case expired
    case noExpiry = "no-expiry"
    /// `iat` is an hour ahead.
    case issuedAhead = "issued-ahead"
    case nonce
    case noNonce = "no-nonce"
    /// `auth_time` is a day ago, for any `max_age`.
    case authenticationTime = "authentication-time"
    /// `at_hash` is the hash of another access token.
    case accessTokenHash = "access-token-hash"
}

extension IDTokenFlaw {
    /// The claims with the flawed one changed.
    func apply(to claims: JSONObject, now: Date) -> JSONObject {
        var claims = claims
        switch self {
        case .signature, .unknownKey, .unsigned, .sharedSecret: break
        case .issuer: claims["iss"] = "https://elsewhere.example"
        case .audience: claims["aud"] = "another-client"
        case .audiences: claims["aud"] = .array([claims["aud"] ?? "", "another-client"])
        case .authorizedParty: claims["azp"] = "another-client"
        case .noSubject: claims["sub"] = nil
        case .expired: claims["exp"] = .number(JSONNumber((now - 3600).numericDate))
        case .noExpiry: claims["exp"] = nil
        case .issuedAhead: claims["iat"] = .number(JSONNumber((now + 3600).numericDate))
        case .nonce: claims["nonce"] = "of-another-attempt"
        case .noNonce: claims["nonce"] = nil
        case .authenticationTime: claims["auth_time"] = .number(JSONNumber((now - 86_400).numericDate))
        case .accessTokenHash:
            claims["at_hash"] = .string(Base64URL.encode(Digest.sha256.hash(Array("another".utf8)).prefix(16)))
        }
        return claims
    }

    /// Signs with this flaw, or correctly with `key` if the flaw is in the claims.
    func sign(_ claims: JSONObject, key: JWK) throws(JOSEError) -> String {
        let payload = Array(claims.serialized().utf8)
        let kid = key.keyID ?? ""
        switch self {
        case .signature:
            return try JWS.sign(payload: payload, key: .generate(.p256, keyID: kid), algorithm: .es256)
        case .unknownKey:
            return try JWS.sign(payload: payload, key: .generate(.p256, keyID: "unpublished"), algorithm: .es256)
        case .unsigned:
            return "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(Base64URL.encode(payload))."
        case .sharedSecret:
            let published = key.json(includingPrivate: false).serialized()
            let secret = try JWK(json: [
                "kty": "oct", "k": .string(Base64URL.encode(published.utf8)), "kid": .string(kid),
            ])
            return try JWS.sign(payload: payload, key: secret, algorithm: .hs256)
        default:
            return try JWS.sign(payload: payload, key: key, algorithm: .es256)
        }
    }
}
