import SessionCore

/// What is right after each fault.
extension Fault {
    /// What a right client does on these terms, in a line of a small terminal.
    func expectation(on terms: Terms) -> String {
        if let expectation = expectation(under: terms.policy) { return expectation }
        return terms.lacksRefreshToken ? expectationWithoutRefresh ?? usualExpectation : usualExpectation
    }

    /// Where the policy does not ask for a refresh after a 401.
    private func expectation(under policy: UnauthorizedPolicy) -> String? {
        switch (self, policy) {
        case (.tamperedToken, .report): "the 401 goes to the caller, the session is kept: on_401 is report"
        case (.tamperedToken, .forceLogout): "401: forced out, once and without a refresh: on_401 is logout"
        case (.revokedSession, .report): "next call: its 401 goes to the caller; a refresh ends the session"
        case (.revokedSession, .forceLogout): "the next call: 401, forced out once and without a refresh"
        default: nil
        }
    }

    /// Where nothing renews the access token; `nil` where that changes nothing.
    private var expectationWithoutRefresh: String? {
        switch self {
        case .accessTokenExpired: "the next call ends the session, once: there is no refresh token"
        case .burstAtExpiry: "20 calls end the session, once: there is no refresh token"
        case .tamperedToken: "401: forced out, once: there is no refresh token"
        case .revokedSession: "the next call: 401, forced out once: there is no refresh token"
        case .tokenEndpointRefusal, .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointSilent,
            .tokenEndpointGarbled, .lostTokenReply:
            "no refresh token: the next sign-in fails, and the session is kept"
        case .tokenEndpointSlow: "no refresh token: the next sign-in takes longer"
        case .droppedRefreshToken: "the next sign-in succeeds without a refresh token"
        case .replayedRefreshToken, .rejectedRefresh, .narrowedScope, .switchedUser:
            "nothing: it waits for a refresh, and there is no refresh token"
        case .shortLifetimes: "the next sign-in's token ends after 5 s, and the session with it"
        case .networkOff, .wrongState, .clockAhead, .clockBehind, .rotatedKeys: nil
        }
    }

    /// What a right client does where refreshes are possible and wanted.
    private var usualExpectation: String {
        switch self {
        case .accessTokenExpired: "the next call waits for one refresh; a burst, too"
        case .burstAtExpiry: "20 calls wait for one refresh"
        case .tamperedToken: "401, one refresh, one retry with the new token"
        case .networkOff: "calls fail, and the session is kept"
        case .tokenEndpointRefusal: "the session is forced out, once, because of invalid_grant"
        case .tokenEndpointBusy: "the session is kept; no refresh before the 30 s are over"
        case .tokenEndpointError: "the session is kept; a refresh is tried again later"
        case .tokenEndpointSlow: "all calls wait for the same refresh"
        case .tokenEndpointSilent: "the refresh times out, and the session is kept"
        case .tokenEndpointGarbled: "the session is kept; a refresh is tried again later"
        case .lostTokenReply: "the refresh is sent again at once; reuse detection ends the session"
        case .droppedRefreshToken: "the one in use is kept; if rotated, the next refresh is refused"
        case .replayedRefreshToken: "invalid_grant where reuse is detected: forced out, once"
        case .wrongState: "the answer is refused, and the sign-in goes on waiting"
        case .clockAhead, .clockBehind: "countdown and refresh stay right; the header shows the difference"
        case .revokedSession: "the next call: 401, refresh rejected, forced out once"
        case .rejectedRefresh: "the session is forced out, once, because of invalid_grant"
        case .rotatedKeys: "the next ID token verifies with a key set that was fetched again"
        case .narrowedScope: "the scope shrinks; calls that need more of it are answered 403"
        case .switchedUser: "the tokens are refused: a session does not become another user's"
        case .shortLifetimes: "one refresh for each token, and not for each call"
        }
    }
}
