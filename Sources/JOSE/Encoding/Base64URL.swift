/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5, RFC 7515 §2).
package enum Base64URL {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Base64Codec.urlSafe.encode(bytes, padded: false)
    }

    /// Accepts exactly what `encode` makes: no padding, no white space, no bits set beyond the last byte.
    ///
    /// Throws ``JOSEError/notBase64URL(_:)``, naming `part`.
    package static func decode(
        _ text: some StringProtocol, part: JOSEError.Part = .text
    ) throws(JOSEError) -> [UInt8] {
        guard let bytes = Base64Codec.urlSafe.decode(text.utf8) else { throw .notBase64URL(part) }
        return bytes
    }
}
