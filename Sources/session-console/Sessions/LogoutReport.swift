import ConsoleApp
import FoundationEssentials
import Recordings
import SessionCore

/// What `logout --json` prints.
struct LogoutReport: RecordedByMembers {
    /// What became of one of the session's tokens at the provider.
    struct Token: RecordedByMembers {
        enum Result: String, RecordedByName, CaseIterable {
            case revoked, refused
            case notOffered = "not_offered"
            case pending
        }

        let kind: TokenRevocation.Kind
        let fingerprint: Fingerprint
        let result: Result
        /// Why it is not revoked.
        let reason: String?

        static let members = Members(
            Self.init(kind:fingerprint:result:reason:), .needed("kind", \.kind),
            .needed("fingerprint", \.fingerprint), .needed("result", \.result), .optional("reason", \.reason))
    }

    let isSignedOut: Bool
    let isRevoked: Bool
    /// Why not all tokens are revoked.
    let reason: String?
    let tokens: [Token]
    /// The page that ends the provider's own session, where it was asked for.
    let page: URL?
    /// What is known of that session afterwards.
    let sessionAtProvider: SessionAtProvider?

    enum SessionAtProvider: String, RecordedByName, CaseIterable {
        case ended, unknown
        case goesOn = "goes_on"
    }

    static let members = Members(
        Self.init(isSignedOut:isRevoked:reason:tokens:page:sessionAtProvider:), .needed("signed_out", \.isSignedOut),
        .needed("revoked", \.isRevoked), .optional("reason", \.reason), .needed("tokens", \.tokens),
        .optional("end_session_url", \.page), .optional("provider_session", \.sessionAtProvider))
}

extension LogoutReport {
    init(_ revocations: [TokenRevocation], _ page: URL?, _ outcome: EndSessionVisit.Outcome?) {
        let text = SignOutText(revocations)
        self.init(
            isSignedOut: true, isRevoked: text.isRevoked, reason: text.reason,
            tokens: revocations.map { revocation in
                Token(
                    kind: revocation.kind, fingerprint: revocation.token, result: Token.Result(revocation.outcome),
                    reason: revocation.outcome.reason)
            }, page: page,
            sessionAtProvider: outcome.map { outcome in
                switch outcome {
                case .ended: .ended
                case .goesOn: .goesOn
                case .returned, .silent, .unawaited, .notOpened: .unknown
                }
            })
    }
}

extension TokenRevocation.Kind: RecordedByName {}

extension LogoutReport.Token.Result {
    fileprivate init(_ outcome: TokenRevocation.Outcome) {
        self =
            switch outcome {
            case .revoked: .revoked
            case .notOffered: .notOffered
            case .refused: .refused
            case .pending: .pending
            }
    }
}
