import ConsoleKit
package import SessionCore

/// The page that ends the provider's own session: how far it has come.
package enum EndSessionOpening: Sendable, Hashable {
    /// The browser has it, and its return is waited for.
    case opened
    case over(EndSessionVisit.Outcome)
    /// No browser could open it; the link may have been copied instead.
    case notOpened(isCopied: Bool)
    case unavailable(SessionError)

    /// The notice to show.
    var notice: Notice {
        switch self {
        case .opened:
            Notice(.plain, EndSessionVisit.Outcome.isOpen, advice: "its return is waited for; you can go on meanwhile")
        case .over(let outcome): Notice(outcome == .goesOn ? .warning : .plain, outcome.fact, advice: outcome.advice)
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

extension EndSessionVisit.Outcome {
    /// A clause.
    package static let isOpen = "the browser has the page that ends the provider's own session"
    private static let isUnknown = "so whether that session has ended is not known here"

    /// What has happened: a clause.
    package var fact: String {
        switch self {
        case .ended: "the provider's own session has ended: the browser came back, and the next sign-in needs a login"
        case .goesOn: "the provider's own session goes on: the browser came back, and is still signed in there"
        case .returned: "the browser came back from the page that ends the provider's own session"
        case .silent: "the browser has not come back from the page that ends the provider's own session"
        case .unawaited: Self.isOpen
        case .notOpened: "no browser could be opened"
        }
    }

    /// What is not known of the provider's session, and why, or what helps: a clause.
    package var advice: String? {
        switch self {
        case .ended: nil
        case .goesOn: "answer its page with a sign-out, or sign out at the provider's site"
        case .returned: "it was not found out whether a sign-in needs a login now, \(Self.isUnknown)"
        case .notOpened: "open the link, or sign out at the provider's site"
        case .silent, .unawaited(refusal: nil):
            "the page may ask first or show an error, \(Self.isUnknown)"
        case .unawaited(refusal: let status?):
            "the provider answers \(status) to the redirect URI as post_logout_redirect_uri, which may not be "
                + "registered: the browser does not come back, \(Self.isUnknown)"
        }
    }
}
