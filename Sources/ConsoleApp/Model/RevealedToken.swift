import FoundationEssentials
import SessionCore

/// A token that a person asked to see, until it is hidden again.
struct RevealedToken: Sendable {
    let kind: TokenKind
    let secret: Secret
    let until: Date

    /// How long it is seen, in seconds.
    static let duration: TimeInterval = 5
}
