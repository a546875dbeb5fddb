/// The rules that say what is right, as the lab names them.
extension Fault {
    /// All rules that it puts to the test.
    var testedRules: [Rule] {
        switch self {
        case .accessTokenExpired, .burstAtExpiry: [.oneTokenRequest, .noSecondRefresh]
        case .tamperedToken: [.oneRetry, .many401s]
        case .networkOff: [.failureKeeps, .pauses]
        case .tokenEndpointRefusal: [.pauses, .invalidGrantEnds, .oneEnd]
        case .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointGarbled: [.pauses, .failureKeeps]
        case .tokenEndpointSlow: [.oneTokenRequest, .noSecondRefresh, .refreshDeadline]
        case .tokenEndpointSilent: [.refreshDeadline, .pauses, .failureKeeps]
        case .lostTokenReply: [.lostAnswer, .invalidGrantEnds, .failureKeeps]
        case .droppedRefreshToken: [.keptRefreshToken, .newRecord, .invalidGrantEnds]
        case .replayedRefreshToken, .rejectedRefresh: [.invalidGrantEnds, .oneEnd]
        case .wrongState: [.otherState]
        case .clockAhead, .clockBehind: [.wrongClock]
        case .revokedSession: [.userInfo401, .invalidGrantEnds, .oneEnd]
        case .rotatedKeys: [.unknownKey]
        case .narrowedScope: [.forbiddenKeeps]
        case .switchedUser: [.otherUserInfo, .otherIDToken]
        case .shortLifetimes: [.anyLifetime]
        }
    }

    /// The sections of standards behind them.
    var sections: String {
        switch self {
        case .accessTokenExpired, .burstAtExpiry, .tokenEndpointSlow: "RFC 6749 §1.5"
        case .tamperedToken: "RFC 6750 §3.1"
        case .networkOff, .tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled: "RFC 6749 §5.2"
        case .tokenEndpointBusy: "RFC 6585 §4, RFC 9110 §10.2.3"
        case .tokenEndpointRefusal, .rejectedRefresh: "RFC 6749 §5.2"
        case .lostTokenReply, .replayedRefreshToken: "RFC 9700 §4.14.2"
        case .droppedRefreshToken: "RFC 6749 §6"
        case .wrongState: "RFC 6749 §10.12"
        case .clockAhead, .clockBehind, .shortLifetimes: "RFC 6749 §5.1"
        case .revokedSession: "RFC 6750 §3.1, RFC 6749 §5.2"
        case .rotatedKeys: "OpenID Connect Core §10.1.1"
        case .narrowedScope: "RFC 6749 §6, RFC 6750 §3.1"
        case .switchedUser: "OpenID Connect Core §12.2"
        }
    }

    /// What an armed fault waits for.
    var occasion: String {
        switch self {
        case .networkOff: "the next message of any kind"
        case .tamperedToken: "the next message with the access token"
        case .tokenEndpointRefusal, .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointSlow, .tokenEndpointSilent,
            .tokenEndpointGarbled, .lostTokenReply:
            "the next token request"
        case .droppedRefreshToken: "the next answer with a refresh token"
        case .replayedRefreshToken: "a refresh after one that rotated the refresh token"
        case .wrongState: "the next answer of the sign-in page"
        case .rejectedRefresh, .narrowedScope, .switchedUser: "the next refresh"
        case .accessTokenExpired, .burstAtExpiry, .revokedSession, .rotatedKeys, .clockAhead, .clockBehind,
            .shortLifetimes:
            "nothing: it happens at once"
        }
    }

    /// Whether it strikes when it is armed, and has no single occasion.
    var strikesAtOnce: Bool { reach == .immediate || isCondition }
}
