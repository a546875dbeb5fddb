/// The rules that say what is right, as the lab names them.
extension Fault {
    /// The numbers of the invariants that `Tests/Invariants.md` explains.
    var invariants: [String] {
        switch self {
        case .accessTokenExpired, .burstAtExpiry: ["1", "2"]
        case .tamperedToken: ["14", "19"]
        case .networkOff: ["21"]
        case .tokenEndpointRefusal: ["8", "22", "23"]
        case .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointGarbled: ["8", "21"]
        case .tokenEndpointSlow: ["1", "2"]
        case .tokenEndpointSilent: ["4", "21"]
        case .lostTokenReply: ["29"]
        case .droppedRefreshToken: []
        case .replayedRefreshToken, .rejectedRefresh: ["22", "23"]
        case .wrongState: ["40a"]
        case .clockAhead, .clockBehind: ["34"]
        case .revokedSession: ["20", "22", "23"]
        case .rotatedKeys: ["40d"]
        case .narrowedScope: ["16"]
        case .switchedUser: ["40b", "40c"]
        case .shortLifetimes: ["36"]
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

    /// `invariants 14 and 19 · RFC 6750 §3.1`.
    var rules: String {
        let numbers = invariants.joined(separator: ", ")
        let named = invariants.isEmpty ? "" : "invariant\(invariants.count > 1 ? "s" : "") \(numbers) · "
        return named + sections
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
            "nothing: it strikes at once"
        }
    }

    /// Whether it strikes when it is armed, and has no single occasion.
    var strikesAtOnce: Bool { reach == .immediate || isCondition }
}
