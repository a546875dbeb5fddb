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

    /// `rules 14, 19 · RFC 6750 §3.1`.
    var rulesInWords: String {
        let numbers = rules.map(\.rawValue).joined(separator: ", ")
        return "rule\(rules.count > 1 ? "s" : "") \(numbers) · \(fault.sections)"
    }
}
