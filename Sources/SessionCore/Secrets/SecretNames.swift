/// The names under which secrets travel in queries, forms, JSON and header fields.
enum SecretNames {
    static let dots = "••••"

    /// Those of RFC 6749, 7009, 7521, 7636, 8628 and 8693, and of OpenID Connect.
    private static let standard: Set<String> = [
        "access_token", "actor_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
        "device_code", "id_token", "id_token_hint", "logout_token", "password", "refresh_token", "state",
        "subject_token", "token", "user_code", "verification_uri_complete", "dpop",
    ]

    /// Words that make any name that of a secret, whatever stands around them.
    private static let words: Set<String> = [
        "apikey", "assertion", "auth", "authorization", "basic", "bearer", "cookie", "cookie2", "cookies", "credential",
        "credentials", "jwt", "key", "otp", "passphrase", "passwd", "password", "pin", "pwd", "secret",
        "secrets", "session", "sessionid", "sid", "token", "tokens", "verifier",
    ]

    /// Last words of names that speak about a secret without holding one: `token_type`, `key_id`, `token_endpoint`.
    private static let harmlessEndings: Set<String> = [
        "alg", "algs", "at", "challenge", "count", "details", "endpoint", "expires", "expiry", "in", "lifetime",
        "method",
        "methods", "policy", "supported", "time", "timeout", "type", "types", "valid",
    ]

    /// Whether what stands under that name is a secret; the name may be percent-encoded.
    static func contains(_ name: some StringProtocol) -> Bool {
        let decoded = name.utf8.contains(UInt8(ascii: "%")) ? FormParameters.decode(name) : String(name)
        if standard.contains(decoded.lowercased()) { return true }
        let parts = split(decoded)
        guard let last = parts.last, !harmlessEndings.contains(last), parts.suffix(2) != ["key", "id"],
            parts.suffix(2) != ["type", "hint"]
        else { return false }
        return parts.contains { words.contains($0) || $0.hasSuffix("token") || $0.hasSuffix("password") }
    }

    /// What is shown instead of a secret: dots, and its fingerprint.
    static func mask(_ secret: some StringProtocol) -> String {
        secret.isEmpty ? "" : "\(dots) \(Fingerprint(of: String(secret)))"
    }

    /// The same for the value of that name: a fingerprint would help to guess what a person has chosen or typed.
    static func mask(_ secret: some StringProtocol, of name: some StringProtocol) -> String {
        let isGuessable = split(String(name)).contains {
            ["password", "passwd", "pwd", "passphrase", "pin", "otp"].contains($0)
        }
        return secret.isEmpty || !isGuessable ? mask(secret) : dots
    }

    /// Whether a field's name is worth a closer look: every one that ``contains(_:)`` is, and `Location`; quick.
    static func mayContain(fieldName name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            var window: UInt32 = 0
            for byte in bytes {
                window = window << 8 & 0xFFFFFF | UInt32(byte | 0x20)
                switch window {
                case 0x6B6579, 0x746F6B, 0x617574, 0x637265, 0x636F6F, 0x736573, 0x6A7774, 0x6C6F63, 0x736964, 0x6F7470,
                    0x706173, 0x707764, 0x70696E, 0x617373, 0x626173, 0x626561, 0x64706F:
                    return true
                default: if byte == UInt8(ascii: "%") { return true }
                }
            }
            return false
        }
    }

    /// The words of `access_token`, `X-Api-Key` or `accessToken`, in lower case.
    private static func split(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            let isWordPart = character.isLetter || character.isNumber
            if !isWordPart || character.isUppercase && wasLower {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isWordPart { word += character.lowercased() }
            wasLower = character.isLowercase || character.isNumber
        }
        return word.isEmpty ? words : words + [word]
    }
}
