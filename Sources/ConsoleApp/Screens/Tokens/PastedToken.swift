import FoundationEssentials
import JOSE
import SessionCore

/// A token that is not the session's: it was pasted to be read, or typed into a request and carried by a message.
struct PastedToken: Sendable, Hashable {
    let secret: Secret
    let contents: TokenContents
    var trust: TokenTrust?
    /// Whether it was pasted.
    let isPasted: Bool
    /// The messages that carried it, oldest first.
    private(set) var uses: [TokenUse] = []

    /// More uses than this are not kept.
    private static let useCapacity = 12

    init(pasted token: Secret) {
        secret = token
        contents = TokenContents(token)
        isPasted = true
    }

    /// The token that a user typed into a request; `nil` if there is none.
    init?(typedInto request: HTTPRequest) {
        let parts = request.headers["Authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        guard parts.count == 2, parts[0].lowercased() != "basic" else { return nil }
        secret = Secret(String(parts[1]))
        contents = TokenContents(secret)
        isPasted = false
    }

    mutating func note(_ use: TokenUse) { uses = uses.suffix(Self.useCapacity - 1) + [use] }

    mutating func keepUses(of other: PastedToken) { uses = other.uses }

    /// The `iss` claim.
    var issuer: String? { contents.jwt?.claims["iss"]?.string }
}
