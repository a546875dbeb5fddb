/// The rules behind a verdict.
extension Trial {
    /// The rules that the verdict is about: of all that the fault tests those of a refresh or those of a sign-in.
    var rules: [Rule] {
        let ending: [Rule] = hasEndedSession ? [.invalidGrantEnds] : []
        return switch fault {
        case .droppedRefreshToken: struckRefresh ? [.keptRefreshToken] + ending : [.newRecord]
        case .lostTokenReply: struckRefresh ? [.lostAnswer] + ending : [.failureKeeps]
        case .accessTokenExpired, .burstAtExpiry, .tamperedToken, .networkOff, .tokenEndpointRefusal,
            .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointSlow, .tokenEndpointSilent, .tokenEndpointGarbled,
            .replayedRefreshToken, .wrongState, .clockAhead, .clockBehind, .revokedSession, .rejectedRefresh,
            .rotatedKeys, .narrowedScope, .switchedUser, .shortLifetimes:
            fault.testedRules
        }
    }

    /// `RFC 6750 §3.1: a request is repeated once at most`.
    var rulesInWords: String { "\(fault.sections): \(rules.map(\.sentence).joined(separator: "; "))" }
}
