package import SessionCore

/// A token that the sign-in asked for, and that the provider did not give.
package enum TokenGap: Sendable, Hashable, CaseIterable {
    /// `offline_access` was granted, without a refresh token (OpenID Connect Core §11).
    case refreshToken
    /// `openid` was asked for, and no ID token came (OpenID Connect Core §3.1.3.3).
    case idToken

    /// The gaps of a session, in order.
    package static func all(in status: SessionStatus) -> [TokenGap] {
        guard status.accessToken != nil, !status.isRenewedByFlow else { return [] }
        return allCases.filter { $0.isOpen(in: status) }
    }

    private func isOpen(in status: SessionStatus) -> Bool {
        switch self {
        case .refreshToken:
            status.refreshToken == nil && ScopeText(status).granted?.contains("offline_access") == true
        case .idToken: status.idToken == nil && status.requestedScope?.contains("openid") == true
        }
    }

    /// A sentence without its capital and its full stop.
    package var words: String {
        switch self {
        case .refreshToken:
            "no refresh token was issued, although offline_access was granted: the session ends with its access token"
        case .idToken: "no ID token was issued, although openid was requested: it can't tell who the user is"
        }
    }

    /// What is missing, as it stands beside the token's name.
    var shortWords: String {
        switch self {
        case .refreshToken: "none, although offline_access was granted"
        case .idToken: "none, although openid was requested"
        }
    }
}
