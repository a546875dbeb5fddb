package import SessionCore

/// What decides which reaction to a fault is right: the profile's policy, and what the session can renew itself with.
package struct Terms: Sendable, Hashable {
    package var policy: UnauthorizedPolicy
    /// Whether there is a session, and nothing that brings it another access token.
    package var lacksRefreshToken: Bool

    package init(policy: UnauthorizedPolicy = .refreshThenForceLogout, lacksRefreshToken: Bool = false) {
        (self.policy, self.lacksRefreshToken) = (policy, lacksRefreshToken)
    }
}

extension Terms {
    /// Why no refresh follows a 401 to a call; `nil` where one does.
    var reasonAgainstRefresh: String? {
        switch policy {
        case .report: "on_401 is report"
        case .forceLogout: "on_401 is logout"
        case .refreshThenForceLogout: lacksRefreshToken ? "there is no refresh token" : nil
        }
    }
}
