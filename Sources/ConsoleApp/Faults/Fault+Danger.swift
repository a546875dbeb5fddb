import SessionCore

/// What a fault can do to a session that is not the demo's.
extension Fault {
    /// How it can end the session on these terms; `nil` where a right client keeps it.
    func danger(on terms: Terms) -> String? {
        switch self {
        case .replayedRefreshToken: "a provider that detects the reuse of a refresh token ends the session"
        case .lostTokenReply: "the new tokens are lost, and the provider may take the second request for theft"
        case .droppedRefreshToken: "the new refresh token is lost, and the one in use may be spent"
        case .tokenEndpointRefusal: "the session is taken for ended, and its tokens are deleted"
        case .revokedSession, .rejectedRefresh: "the provider ends the session"
        case .accessTokenExpired, .burstAtExpiry:
            terms.lacksRefreshToken ? "there is no refresh token, so that the next call ends the session" : nil
        case .tamperedToken:
            terms.policy == .report
                ? nil : terms.reasonAgainstRefresh.map { "\($0), so that the 401 ends the session" }
        case .networkOff, .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointSlow, .tokenEndpointSilent,
            .tokenEndpointGarbled, .wrongState, .clockAhead, .clockBehind, .rotatedKeys, .narrowedScope, .switchedUser,
            .shortLifetimes:
            nil
        }
    }
}

/// Faults that are injected once the user has agreed.
enum FaultPlan: Sendable, Hashable {
    case fault(Fault, Fault.Arming)
    case preset(Preset)

    var faults: [Fault] {
        switch self {
        case .fault(let fault, _): [fault]
        case .preset(let preset): preset.faults.map(\.fault)
        }
    }
}
