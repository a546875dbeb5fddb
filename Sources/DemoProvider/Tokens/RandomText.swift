import JOSE

/// Unguessable text for codes, tokens and ids.
enum RandomText {
    /// 256 bits as base64url.
    static func token() throws(JOSEError) -> String {
        Base64URL.encode(try SecureRandom.bytes(32))
    }

    /// 128 bits as base64url: an id, or the path of the switches, which is whole on a line of 80 columns.
    static func id() throws(JOSEError) -> String {
        Base64URL.encode(try SecureRandom.bytes(16))
    }
}
