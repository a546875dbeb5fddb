import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

/// What can be read of a token that is not a whole signed one: it is encrypted (RFC 7516), or was cut.
struct PartialInspection: Sendable {
    let header: JSONObject
    let headerGlossary: [String: MemberGlossary.Entry]
    /// `nil` where they are encrypted or missing.
    let claims: JSONObject?
    let trust: TokenTrust
    let now: Date

    /// `nil` for any other token.
    init?(_ token: String, now: Date) {
        switch TokenContents(Secret(token)).form {
        case .encrypted(let header):
            (self.header, claims, headerGlossary) = (header, nil, MemberGlossary.encryptedHeader)
            trust = .notChecked("it is encrypted for its recipient")
        case .cut(let cut):
            (header, claims) = (cut.header, cut.claims)
            headerGlossary = cut.isEncrypted ? MemberGlossary.encryptedHeader : MemberGlossary.header
            trust = .notChecked(cut.reason)
        case .jwt, .opaque, .unreadable: return nil
        }
        self.now = now
    }

    var lines: [String] {
        var lines = ["header"] + TokenInspection.table(header, glossary: headerGlossary, now: now)
        if let claims {
            lines += ["claims"] + TokenInspection.table(claims, glossary: MemberGlossary.claims, now: now)
        }
        return lines + ["trust", "  \(trust.line)"]
    }
}
