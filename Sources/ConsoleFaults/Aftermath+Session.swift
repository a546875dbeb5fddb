import FoundationEssentials
import SessionCore

/// The ends of the session, its sign-ins and its user.
extension Aftermath {
    var losses: [SessionEnd] { all { if case .forcedOut(let end) = $0 { end } else { nil } } }

    var loss: SessionEnd? { losses.first }

    /// Whether it ended by the user's will, or in another process.
    var hasSignedOut: Bool {
        events.contains {
            switch $0.kind {
            case .signedOut, .endedElsewhere: true
            default: false
            }
        }
    }

    var hasSignedIn: Bool { count { if case .signedIn = $0 { true } else { false } } > 0 }

    var signInFailures: [SessionError] { all { if case .signInFailed(_, let error) = $0 { error } else { nil } } }

    var strayRedirects: Int { count { if case .strayRedirect = $0 { true } else { false } } }

    /// Why ID tokens were rejected.
    var rejectedIDTokens: [String] { all { if case .idTokenRejected(let token) = $0 { token.reason } else { nil } } }

    /// The user of the latest user info.
    var subject: String? { all { if case .userInfoFetched(let info) = $0 { info.subject } else { nil } }.last }
}
