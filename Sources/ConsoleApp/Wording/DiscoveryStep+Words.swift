import ConsoleKit
package import SessionCore
package import TerminalUI

extension DiscoveryStep.Outcome {
    /// The sign before the line of a step.
    package func mark(_ glyphs: Glyphs) -> String {
        switch self {
        case .done: glyphs.check
        case .doubtful: "!"
        case .skipped: glyphs.dash
        case .question: "?"
        case .failed: glyphs.cross
        }
    }

    var tone: Tone {
        switch self {
        case .done: .good
        case .doubtful, .question: .warning
        case .skipped: .muted
        case .failed: .bad
        }
    }
}

extension DiscoveryStep {
    /// What to do where the way ends with this step; `nil` where nothing but another try helps.
    package var advice: String? {
        switch finding {
        case .severalIssuers: "Choose one with: --issuer URL"
        case .noRegistration: "Name the client that is registered there: --client-id ID"
        case .registrationRefused(let error) where error.isOfRedirect:
            "Name another redirect with --redirect-uri URL, or a client with --client-id ID."
        case .registrationRefused, .registrationBarred: "Name a client that is registered there: --client-id ID"
        case .registrationClosed:
            "Get an initial access token for --initial-access-token-file FILE, or name a client with --client-id ID."
        case .nothingPublished where kind == .resourceMetadata, .noIssuer:
            "If you know its authorization server, name it with: --issuer URL"
        case .called(401), .called(403):
            "The sign-in stands. Compare the token's audience and scope with what the resource asks for."
        case .unexpectedIssuer: "If the new one is right, name it with: --issuer URL"
        case .unreachable, .unavailable: "Check that it runs and can be reached from here."
        case .missing where kind == .resource: "Check the URL."
        case .badAddress, .noDocument, .memberMissing, .otherResource, .noHeaderMethod, .otherIssuer, .noS256, .noCode,
            .otherRedirect, .otherAuthentication, .nothingPublished:
            "The operator of \(host.map { "\($0)" } ?? "the server") has to correct this."
        default: nil
        }
    }

    /// The host that was asked last.
    private var host: String? {
        url.flatMap { $0.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first.map(String.init) }
    }
}

extension OAuthError {
    /// Whether the server refused the redirect URI of a registration (RFC 7591 §3.2.2).
    ///
    /// Some write the code in the plural.
    fileprivate var isOfRedirect: Bool { ["invalid_redirect_uri", "invalid_redirect_uris"].contains(code) }
}
