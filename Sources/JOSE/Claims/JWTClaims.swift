package import FoundationEssentials

/// The claims of a JWT (RFC 7519 §4.1, OpenID Connect Core §2), all in order and the registered ones by type.
package struct JWTClaims: Sendable, Hashable {
    /// All claims as written.
    package let object: JSONObject
    /// The `iss` claim.
    package let issuer: String?
    /// The `sub` claim.
    package let subject: String?
    /// The `aud` claim, one or many; empty where there is none.
    package let audience: [String]
    /// The `exp` claim.
    package let expirationTime: Date?
    /// The `nbf` claim.
    package let notBefore: Date?
    /// The `iat` claim.
    package let issuedAt: Date?
    /// The `auth_time` claim.
    package let authTime: Date?
    /// The `jti` claim.
    package let jwtID: String?
    /// The `nonce` claim.
    package let nonce: String?
    /// The `azp` claim.
    package let authorizedParty: String?
    /// The `at_hash` claim.
    package let accessTokenHash: String?

    /// The claims without a property, in order.
    package var unknown: [JSONObject.Member] { object.members.filter { !Self.names.contains($0.name) } }

    private static let names: Set<String> = [
        "iss", "sub", "aud", "exp", "nbf", "iat", "auth_time", "jti", "nonce", "azp", "at_hash",
    ]

    /// The claims that a token may leave out; some providers write them as `null`.
    fileprivate static let optional: Set<String> = ["nbf", "auth_time", "jti", "nonce", "azp", "at_hash"]

    /// Throws a ``JOSEError`` that names the claim whose value has the wrong type or range.
    package init(_ object: JSONObject) throws(JOSEError) {
        self.object = object
        issuer = try object.stringClaim("iss")
        subject = try object.stringClaim("sub")
        audience = try object.stringsClaim("aud")
        expirationTime = try object.timeClaim("exp")
        notBefore = try object.timeClaim("nbf")
        issuedAt = try object.timeClaim("iat")
        authTime = try object.timeClaim("auth_time")
        jwtID = try object.stringClaim("jti")
        nonce = try object.stringClaim("nonce")
        authorizedParty = try object.stringClaim("azp")
        accessTokenHash = try object.stringClaim("at_hash")
    }

    /// A NumericDate (RFC 7519 §2) from the year 1 to 9999; `nil` for anything else.
    package static func time(_ value: JSONValue) -> Date? {
        guard let seconds = value.double, (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}

extension JSONObject {
    /// The value of a claim; `null` counts as absent where the claim may be.
    private func claim(_ name: String) -> JSONValue? {
        self[name] == .null && JWTClaims.optional.contains(name) ? nil : self[name]
    }

    fileprivate func stringClaim(_ name: String) throws(JOSEError) -> String? {
        guard let value = claim(name) else { return nil }
        guard let string = value.string else { throw .wrongType(.claim(name), expected: "a string") }
        return string
    }

    fileprivate func stringsClaim(_ name: String) throws(JOSEError) -> [String] {
        guard let value = claim(name) else { return [] }
        if let string = value.string { return [string] }
        guard let strings = value.strings else { throw .wrongType(.claim(name), expected: "a string or strings") }
        return strings
    }

    fileprivate func timeClaim(_ name: String) throws(JOSEError) -> Date? {
        guard let value = claim(name) else { return nil }
        guard value.number != nil else { throw .wrongType(.claim(name), expected: "a number of seconds") }
        guard let time = JWTClaims.time(value) else {
            throw .invalid(.claim(name), expected: "a time in seconds since 1970")
        }
        return time
    }
}
