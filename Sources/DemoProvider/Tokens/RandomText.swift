import JOSE

/// Unguessable text for codes, tokens and ids.
enum RandomText {
    /// 256 bits as base64url.
    static func token() throws(JOSEError) -> String {
        Base64URL.encode(try SecureRandom.bytes(32))
    }

    /// 128 bits as base64url, for ids that are not secret.
    static func id() throws(JOSEError) -> String {
        Base64URL.encode(try SecureRandom.bytes(16))
    }
}
