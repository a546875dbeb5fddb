import JOSE

/// The S256 method of PKCE (RFC 7636).
enum CodeChallenge {
    /// 43 to 128 unreserved characters (RFC 7636 §4.1).
    static func isValidVerifier(_ verifier: String) -> Bool {
        (43...128).contains(verifier.utf8.count)
            && verifier.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }

    /// A SHA-256 as base64url (RFC 7636 §4.2).
    static func isValid(_ challenge: String) -> Bool {
        (try? Base64URL.decode(challenge))?.count == 32
    }

    static func matches(_ challenge: String, verifier: String) -> Bool {
        let computed = Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
        return ConstantTime.equal(Array(computed.utf8), Array(challenge.utf8))
    }
}
