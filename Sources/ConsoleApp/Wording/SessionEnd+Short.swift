import SessionCore

extension SessionEnd {
    /// Why there is no session, in few words: `refresh: invalid_grant: session revoked`.
    var shortDescription: String {
        switch self {
        case .refreshRejected(let refusal): "refresh: \(refusal)"
        case .expiredWithoutRefreshToken: "expired, no refresh token"
        case .noStoredSession, .signedOut, .forcedOut, .userInfoRejected, .otherProcess, .storeLost, .foreignRecord:
            description
        }
    }
}

extension SessionEnding {
    /// Why another process ended the session, in few words.
    var shortDescription: String { "\(end.shortDescription), process \(process)" }
}
