import SessionCore

/// What stands where a tool has taken secrets out of an archive: `[REDACTED]`, `***`, `xxxxx`, `{{TOKEN}}`.
enum MaskShape {
    /// Longer texts are no words.
    private static let limit = 64
    private static let brackets = [
        ("[", "]"), ("<", ">"), ("{", "}"), ("(", ")"), ("${", "}"), ("$(", ")"), ("%", "%"), ("__", "__"),
    ]
    private static let words = [
        "redact", "mask", "hidden", "removed", "sanitiz", "sanitis", "filtered", "scrub", "placeholder", "anonymi",
        "obfuscat", "censor", "withheld",
    ]
    /// What is left out of a text that is shown in part.
    private static let gaps = ["***", "•••", "…"]

    /// Whether a text stands in a secret's place: the secret's form is unknown, and nothing can be computed from it.
    static func fits(_ text: String) -> Bool {
        isOurs(text) || isForeign(text)
    }

    /// Whether it is a mask of this project, which keeps a fingerprint, and so stands for one secret.
    private static func isOurs(_ text: String) -> Bool { SecretNames.fingerprint(endingIn: text) != nil }

    /// Whether it is one that stands for any secret.
    static func isForeign(_ text: String) -> Bool {
        if isOurs(text) { return false }
        return isRepetition(text) || isBracketed(text) || isWord(text) || hasGap(text)
    }

    private static func hasGap(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "*") || $0 >= 0x80 } && gaps.contains { text.contains($0) }
    }

    private static func isRepetition(_ text: String) -> Bool {
        let first = text.first
        return text.count > 2 && text.allSatisfy { $0 == first }
    }

    private static func isBracketed(_ text: String) -> Bool {
        text.utf8.count <= limit
            && brackets.contains {
                text.hasPrefix($0.0) && text.hasSuffix($0.1) && text.count > $0.0.count + $0.1.count
            }
    }

    /// Whether it is a word for what was taken out; a drawn text has digits.
    private static func isWord(_ text: String) -> Bool {
        guard text.utf8.count <= limit, !text.contains(where: \.isNumber) else { return false }
        let small = text.lowercased()
        return words.contains { small.contains($0) }
    }
}
