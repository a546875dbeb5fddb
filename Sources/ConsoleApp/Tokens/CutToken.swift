package import JOSE

/// What is left of a token in the form of a JWT (RFC 7515 §7.1, RFC 7516 §7.1) whose last parts are missing.
package struct CutToken: Sendable, Hashable {
    package let header: JSONObject
    /// `nil` where they are missing, encrypted, or can't be decoded.
    package let claims: JSONObject?
    /// How many parts there are.
    package let parts: Int

    package init(header: JSONObject, claims: JSONObject?, parts: Int) {
        (self.header, self.claims, self.parts) = (header, claims, parts)
    }

    /// An encrypted one names how its content is encrypted (RFC 7516 §4.1.2).
    package var isEncrypted: Bool { header["enc"]?.string != nil }

    /// `2 of 3 parts`.
    var extent: String { "\(parts) of \(isEncrypted ? 5 : 3) parts" }

    /// `2 of 3 parts, the signature is missing`.
    package var reason: String {
        if isEncrypted { return "\(extent) of an encrypted token" }
        if parts < 2 { return "\(extent), payload and signature are missing" }
        return "\(extent), " + (claims == nil ? "the payload can't be decoded" : "the signature is missing")
    }
}
