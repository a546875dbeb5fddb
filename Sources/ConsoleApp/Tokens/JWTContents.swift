package import JOSE
import SessionCore

/// The header and the claims of a JWT, as they are written.
package struct JWTContents: Sendable, Hashable {
    package let header: JSONObject
    package let claims: JSONObject

    package init(header: JSONObject, claims: JSONObject) {
        self.header = header
        self.claims = claims
    }

    /// Throws a ``JOSEError`` where the payload isn't an object or repeats a name.
    package init(_ jws: JWS) throws(JOSEError) {
        self.init(header: jws.header, claims: try jws.payloadObject())
    }

    /// The contents with a fingerprint in place of every token inside them.
    var withoutTokens: JWTContents { JWTContents(header: header.withoutTokens, claims: claims.withoutTokens) }

    /// The `alg` member; empty if it is missing.
    package var algorithmName: String { header["alg"]?.string ?? "" }
    /// The `kid` member.
    package var keyID: String? { header["kid"]?.string }
    /// The `typ` member in lower case and without `application/` (RFC 7515 §4.1.9).
    package var type: String? {
        guard let name = header["typ"]?.string?.lowercased() else { return nil }
        return name.hasPrefix("application/") ? String(name.dropFirst(12)) : name
    }

    /// What the token is by its type (RFC 9068 §2.1), or by claims that ID tokens alone have.
    var apparentKind: TokenKind? {
        if type == "at+jwt" { return .access }
        guard !isProof, !isSecurityEvent else { return nil }
        return ["nonce", "at_hash", "c_hash"].contains { claims[$0] != nil } ? .identity : nil
    }

    /// Whether it is a proof of possession for one request (RFC 9449 §4.2), which has no end and includes its key.
    var isProof: Bool { type == "dpop+jwt" }

    /// Whether it reports events (RFC 8417), as a logout token does.
    var isSecurityEvent: Bool { isLogoutToken || type == "secevent+jwt" || claims["events"]?.object != nil }

    /// Whether it says that a session at the provider has ended (OpenID Connect Back-Channel Logout 1.0).
    var isLogoutToken: Bool { type == "logout+jwt" || reportsLogout }

    /// Whether a logout is among its events.
    var reportsLogout: Bool {
        claims["events"]?.object?["http://schemas.openid.net/event/backchannel-logout"]?.object != nil
    }

    /// Whether `alg` is `none` (RFC 7519 §6), in any spelling, because forgers vary it.
    package var isUnsigned: Bool { algorithmName.lowercased() == "none" }
}

extension JSONObject {
    fileprivate var withoutTokens: JSONObject { JSONObject(members.map { ($0.name, $0.value.withoutTokens) }) }
}

extension JSONValue {
    /// A claim can hold a whole token, such as one that was exchanged (RFC 8693) or logged.
    var withoutTokens: JSONValue {
        switch self {
        case .string(let text) where text.isToken: .string("•••• \(Secret(text).fingerprint)")
        case .array(let elements): .array(elements.map(\.withoutTokens))
        case .object(let object): .object(object.withoutTokens)
        case .null, .bool, .number, .string: self
        }
    }
}

extension String {
    /// Whether it is a compact JWS or JWE (RFC 7515 §7.1, RFC 7516 §7.1).
    fileprivate var isToken: Bool { hasPrefix("eyJ") && [2, 4].contains(utf8.count { $0 == UInt8(ascii: ".") }) }
}
