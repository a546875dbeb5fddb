import JOSE
import SessionCore

extension SessionEnd {
    /// The name that scripts know the reason by.
    var name: String {
        switch self {
        case .noStoredSession: "no_stored_session"
        case .signedOut: "signed_out"
        case .forcedOut: "forced_out"
        case .userInfoRejected: "userinfo_rejected"
        case .refreshRejected: "refresh_rejected"
        case .expiredWithoutRefreshToken: "expired_without_refresh_token"
        case .otherProcess: "other_process"
        case .storeLost: "store_lost"
        }
    }
}

extension SessionStart {
    var name: String {
        switch self {
        case .restored: "restored"
        case .signedIn: "signed_in"
        case .otherProcess: "other_process"
        }
    }
}

extension SessionState {
    /// The state and its reason, as scripts know them.
    var names: (state: String, reason: String?) {
        switch self {
        case .unknown: ("unknown", nil)
        case .noSession(let end): ("no_session", end.name)
        case .authenticated(let start): ("authenticated", start.name)
        }
    }
}
