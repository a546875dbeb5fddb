import FoundationEssentials
import JOSE
import SessionCore

/// A token that was pasted to be read.
struct PastedToken: Sendable, Hashable {
    let secret: Secret
    let contents: TokenContents
    var trust: TokenTrust?

    /// Takes the token out of what was pasted: with line breaks, quotes, `Authorization:` or `Bearer`; `nil` if there is
    /// none.
    init?(_ text: String) {
        var rest = text.split { $0.isWhitespace || "\"'`,;".contains($0) }[...]
        let leads: Set = ["authorization", "bearer", "dpop", "token", "access_token", "id_token", "refresh_token"]
        while let first = rest.first, first == ":" || leads.contains(first.lowercased().replacing(":", with: "")) {
            rest = rest.dropFirst()
        }
        // A terminal or a mail program breaks a long token into lines.
        let token = rest.joined()
        guard !token.isEmpty else { return nil }
        secret = Secret(token)
        contents = TokenContents(secret)
    }

    /// The `iss` claim.
    var issuer: String? { contents.jwt?.claims["iss"]?.string }
}
