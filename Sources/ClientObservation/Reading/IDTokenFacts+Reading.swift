import FoundationEssentials
import JOSE

extension IDTokenFacts {
    /// `nil` for what is no JWT with claims, as where it is masked.
    init?(_ token: String?) {
        guard let token, token.utf8.count <= 64 << 10, let jws = try? JWS.parse(token),
            let claims = try? jws.payloadObject()
        else { return nil }
        issuer = claims["iss"]?.string.map(TextOnPath.cut)
        subject = claims["sub"]?.string.map(TextOnPath.cut)
        audiences = claims.audiences
        nonce = SecretID(claims["nonce"]?.string)
        expiry = claims.date("exp")
        isUnsigned = jws.algorithmName == Self.unsigned
        signature = SignedHash(jws)
    }
}

extension AssertionFacts {
    /// `nil` for what is no JWT with claims, as where it is masked.
    init?(_ assertion: String?) {
        guard let assertion, assertion.utf8.count <= 64 << 10,
            let claims = try? JWS.parse(assertion).payloadObject()
        else { return nil }
        audiences = Set(claims.audiences.map { URLPlace.normalized(url: $0) })
        id = SecretID(claims["jti"]?.string)
        if let begin = claims.date("iat") ?? claims.date("nbf"), let end = claims.date("exp") {
            lifetime = .seconds(end.timeIntervalSince(begin))
        }
    }
}

extension TokenRequestFacts {
    /// RFC 7636 §4.1.
    static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._~".utf8.contains(byte)
                }
            }
    }
}

extension JSONObject {
    /// One name or several (RFC 7519 §4.1.3).
    var audiences: Set<String> {
        let names = self["aud"]?.strings ?? self["aud"]?.string.map { [$0] } ?? []
        return Set(names.prefix(16).map(TextOnPath.cut))
    }

    /// RFC 7519 §2; `nil` for what is no time.
    fileprivate func date(_ name: String) -> Date? {
        guard let seconds = self[name]?.double, abs(seconds) < 1e11 else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}
