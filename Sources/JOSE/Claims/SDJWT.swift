/// A JWT with selective disclosures (RFC 9901 §4), taken apart: `JWT~disclosure~…~` and a proof of the holder, if any.
///
/// Nothing about it is trusted.
package struct SDJWT: Sendable, Hashable {
    /// What the issuer signed, as a compact JWS.
    package let issuerSigned: String
    /// The disclosures as they are written, over which their digests go.
    package let disclosures: [String]
    /// The key binding JWT (RFC 9901 §4.3).
    package let keyBinding: String?

    /// `nil` for what has no `~` after a first part in the form of a JWS.
    package init?(_ text: some StringProtocol) {
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "~")) else { return nil }
        let first = text[..<end]
        guard first.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 else { return nil }
        var parts = text[text.index(after: end)...].split(separator: "~", omittingEmptySubsequences: false)
        let last = parts.removeLast()
        issuerSigned = String(first)
        disclosures = parts.map { String($0) }
        keyBinding = last.isEmpty ? nil : String(last)
    }
}

extension JWS {
    /// Takes a token apart, of an SD-JWT what the issuer signed.
    package static func parse(issuerSignedPartOf token: some StringProtocol) throws(JOSEError) -> JWS {
        guard let selective = SDJWT(token) else { return try parse(token) }
        return try parse(selective.issuerSigned)
    }
}
