import ConsoleKit
package import SessionCore

/// The outcome of opening the page that ends the provider's own session.
package enum EndSessionOpening: Sendable, Hashable {
    case opened
    /// No browser could open it; the link may have been copied instead.
    case notOpened(isCopied: Bool)
    case unavailable(SessionError)

    /// What is known of the provider's session while its page is open: a clause.
    package static let uncertainty =
        "the page may ask first or show an error, so whether that session has ended is not known here"

    /// The notice to show.
    var notice: Notice {
        switch self {
        case .opened:
            Notice(.plain, "the browser has the page that ends the provider's own session", advice: Self.uncertainty)
        case .notOpened(isCopied: true):
            Notice(
                .warning, "no browser could be opened",
                advice: "the clipboard has the link that ends the provider's session"
            )
        case .notOpened(isCopied: false):
            Notice(
                .warning, "no browser could be opened: the provider's own session goes on",
                advice: "set BROWSER, or sign out at the provider's site")
        case .unavailable(.unsupported):
            Notice(.warning, "the provider has no end session endpoint: its own session goes on")
        case .unavailable(let error):
            Notice(.warning, "the provider's own session goes on: \(error)")
        }
    }
}
