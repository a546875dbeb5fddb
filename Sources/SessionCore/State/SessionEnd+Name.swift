extension SessionEnd {
    /// The name that records and scripts know the reason by.
    package var name: String {
        switch self {
        case .noStoredSession: "no_stored_session"
        case .signedOut: "signed_out"
        case .forcedOut: "forced_out"
        case .userInfoRejected: "userinfo_rejected"
        case .refreshRejected: "refresh_rejected"
        case .loggedOutByProvider: "logged_out_by_provider"
        case .expiredWithoutRefreshToken: "expired_without_refresh_token"
        case .otherProcess: "other_process"
        case .storeLost: "store_lost"
        case .foreignRecord(.client): "other_client"
        case .foreignRecord(.newerVersion): "newer_version"
        }
    }
}
