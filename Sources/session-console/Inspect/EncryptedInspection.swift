import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

/// A token of which only its recipient can read more than the header (RFC 7516).
struct EncryptedInspection: Sendable {
    let header: JSONObject
    let now: Date

    /// `nil` for any other token.
    init?(_ token: String, now: Date) {
        guard case .encrypted(let header) = TokenContents(Secret(token)).form else { return nil }
        (self.header, self.now) = (header, now)
    }

    private var trust: TokenTrust { .notChecked("it is encrypted for its recipient") }

    var lines: [String] {
        ["header"] + TokenInspection.table(header, glossary: MemberGlossary.encryptedHeader, now: now)
            + ["trust", "  \(trust.line)"]
    }

    /// The same members as of a signed token.
    var json: JSONValue {
        [
            "header": .object(header), "claims": .null, "times": .object([:]), "problems": .array([]),
            "trust": trust.json,
        ]
    }
}
