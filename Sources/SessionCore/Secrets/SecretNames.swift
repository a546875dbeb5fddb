/// The names of secrets: in queries, forms, JSON, cookies and header fields, and of variables.
///
/// It is the only list of them.
package enum SecretNames {
    package static let dots = "••••"

    /// Those of RFC 6749, 7009, 7521, 7636, 8628 and 8693, and of OpenID Connect.
    static let standard: Set<String> = [
        "access_token", "actor_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
        "device_code", "id_token", "id_token_hint", "logout_token", "password", "refresh_token", "state",
        "subject_token", "token", "user_code", "verification_uri_complete", "dpop",
    ]

    /// Words that make any name that of a secret, whatever stands around them.
    static let words: Set<String> = [
        "2fa", "assertion", "auth", "authorization", "basic", "bearer", "cookie", "cookie2", "cookies", "credential",
        "credentials", "csrf", "cvc", "cvv", "hmac", "jwt", "key", "mfa", "otp", "pass", "passcode", "passphrase",
        "passwd", "password", "passwords", "pat", "pin", "psk", "pwd", "samlresponse", "secret", "secrets", "session",
        "sessionid", "sid", "sig", "signature", "token", "tokens", "totp", "verifier", "xsrf",
    ]

    /// What a longer word ends with where it names a secret: `myToken` is two words, `mytoken` is one.
    static let endings = [
        "apikey", "credentials", "passphrase", "passwd", "password", "secret", "sessid", "sessionid", "token", "tokens",
    ]

    /// What stands before `key` and `pass` in such a word: not all words that end so name a secret.
    static let keyKinds: Set<String> = [
        "access", "account", "admin", "app", "auth", "client", "deploy", "encryption", "host", "license", "master",
        "private", "secret", "service", "session", "shared", "signing", "ssh", "storage", "subscription",
    ]
    static let passKinds: Set<String> = [
        "admin", "app", "db", "ftp", "imap", "ldap", "mail", "my", "mysql", "pg", "proxy", "redis", "root", "smtp",
        "sql", "ssh", "user", "wifi",
    ]
    /// What stands before `code`: a code alone is one of a country, an error, a product.
    private static let codeKinds: Set<String> = [
        "access", "activation", "backup", "confirmation", "device", "invite", "login", "recovery", "reset", "security",
        "sms", "time", "user", "verification",
    ]

    /// Last words of names that speak about a secret without holding one: `token_type`, `key_id`, `token_endpoint`.
    private static let harmlessEndings: Set<String> = [
        "alg", "algs", "at", "challenge", "count", "details", "endpoint", "expires", "expiry", "in", "lifetime",
        "method", "methods", "name", "policy", "supported", "time", "timeout", "type", "types", "uri", "url", "valid",
    ]

    /// Whether what stands under that name is a secret; the name may be percent-encoded.
    package static func contains(_ name: some StringProtocol) -> Bool {
        let decoded = name.utf8.contains(UInt8(ascii: "%")) ? FormParameters.decode(name) : String(name)
        return standard.contains(decoded.lowercased()) || isNamed(split(decoded))
    }

    /// Whether a variable of that name holds a secret: `state` and `code` are secrets in the messages of OAuth alone.
    package static func contains(variable name: String) -> Bool { isNamed(split(name)) }

    private static func isNamed(_ parts: [String]) -> Bool {
        guard let last = parts.last, !harmlessEndings.contains(last), parts.suffix(2) != ["key", "id"],
            parts.suffix(2) != ["type", "hint"]
        else { return false }
        return parts.contains(where: isWordOfSecret) || parts.suffix(2) == ["connection", "string"]
            || ["code", "codes"].contains(last) && parts.dropLast().last.map { codeKinds.contains($0) } == true
    }

    private static func isWordOfSecret(_ word: String) -> Bool {
        words.contains(word) || endings.contains { word.hasSuffix($0) }
            || word.hasSuffix("key") && keyKinds.contains(String(word.dropLast(3)))
            || word.hasSuffix("pass") && passKinds.contains(String(word.dropLast(4)))
    }

    /// What is shown instead of a secret: dots, and its fingerprint; what is masked already stays as it is.
    package static func mask(_ secret: some StringProtocol) -> String {
        let secret = String(secret)
        if secret.isEmpty || secret == dots || mask(endingIn: secret) == secret { return secret }
        return "\(dots) \(Fingerprint(of: secret))"
    }

    /// The mask that a text ends with, such as a field's value: `•••• A3F1`.
    package static func mask(endingIn text: String) -> String? {
        fingerprint(endingIn: text).map { "\(dots) \($0)" }
    }

    /// The fingerprint of the mask that a text ends with.
    package static func fingerprint(endingIn text: String) -> Fingerprint? {
        let digits = String(text.suffix(4))
        return text.hasSuffix("\(dots) \(digits)") ? Fingerprint(digits: digits) : nil
    }

    /// What is shown in the place of the value of that name: a fingerprint would help to guess what a person has chosen
    /// or typed.
    static func mask(_ secret: some StringProtocol, of name: some StringProtocol) -> String {
        let isGuessable = split(String(name)).contains { word in
            ["2fa", "cvc", "cvv", "mfa", "otp", "passcode", "passphrase", "passwd", "pin", "pwd", "totp"].contains(word)
                || word.hasSuffix("pass") || word.hasSuffix("password")
        }
        return secret.isEmpty || !isGuessable ? mask(secret) : dots
    }

    /// Whether a field's name is worth a closer look: every one that ``contains(_:)`` is, and `Location`; quick.
    ///
    /// Each number is three letters that a word of the lists has.
    static func mayContain(fieldName name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            var window: UInt32 = 0
            for byte in bytes {
                window = window << 8 & 0xFFFFFF | UInt32(byte | 0x20)
                switch window {
                case 0x6B6579, 0x746F6B, 0x617574, 0x637265, 0x636F6F, 0x736573, 0x6A7774, 0x6C6F63,
                    0x736964, 0x6F7470, 0x706173, 0x707764, 0x70696E, 0x617373, 0x626173, 0x626561,
                    0x64706F, 0x326661, 0x737266, 0x637663, 0x637676, 0x6D6163, 0x6D6661, 0x706174,
                    0x70736B, 0x616D6C, 0x736967, 0x726966, 0x636F64, 0x72696E, 0x746174:
                    return true
                default: if byte == UInt8(ascii: "%") { return true }
                }
            }
            return false
        }
    }

    /// The words of `access_token`, `X-Api-Key` or `accessToken`, in lower case.
    private static func split(_ name: String) -> [String] {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return splitUnicode(name) }
        var words: [String] = []
        var word: [UInt8] = []
        var wasLower = false
        for byte in name.utf8 {
            let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            let isLower =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            if !isUpper && !isLower || isUpper && wasLower {
                if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
                word.removeAll(keepingCapacity: true)
            }
            if isUpper || isLower { word.append(isUpper ? byte | 0x20 : byte) }
            wasLower = isLower
        }
        return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
    }

    private static func splitUnicode(_ name: String) -> [String] {
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
