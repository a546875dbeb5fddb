/// A fault that can be injected on purpose.
package enum Fault: String, Sendable, Hashable, CaseIterable {
    case accessTokenExpired = "expire access token"
    case tamperedToken = "tamper token"
    case networkOff = "network off"
    case tokenEndpointRefusal = "token endpoint 400"
    case tokenEndpointBusy = "token endpoint 429"
    case tokenEndpointError = "token endpoint 500"
    case tokenEndpointSlow = "token endpoint slow"
    case tokenEndpointSilent = "token endpoint hangs"
    case tokenEndpointGarbled = "token endpoint garbled"
    case lostTokenReply = "lose token reply"
    case droppedRefreshToken = "drop refresh token"
    case replayedRefreshToken = "replay refresh token"
    case wrongState = "wrong state"
    case clockAhead = "clock +5 min"
    case clockBehind = "clock -5 min"
    case revokedSession = "revoke session"
    case rejectedRefresh = "reject next refresh"
    case rotatedKeys = "rotate keys"
    case narrowedScope = "narrow scope"

    /// The faults that work with any provider; the demo's provider has the others.
    package static let clientSide: [Fault] = allCases.filter { fault in
        switch fault {
        case .revokedSession, .rejectedRefresh, .rotatedKeys, .narrowedScope: false
        default: true
        }
    }

    /// How long it lasts once it is injected.
    package enum Reach: Sendable {
        /// It happens at once, and there is nothing to disarm.
        case immediate
        /// It is armed until its next occasion.
        case once
        /// It is armed until it is disarmed.
        case lasting
    }

    package var reach: Reach {
        switch self {
        case .accessTokenExpired, .revokedSession, .rotatedKeys: .immediate
        case .networkOff, .tokenEndpointError, .clockAhead, .clockBehind: .lasting
        case .tamperedToken, .tokenEndpointRefusal, .tokenEndpointBusy, .tokenEndpointSlow, .tokenEndpointSilent,
            .tokenEndpointGarbled, .lostTokenReply, .droppedRefreshToken, .replayedRefreshToken, .wrongState,
            .rejectedRefresh, .narrowedScope:
            .once
        }
    }

    /// Whether it has no effect without a session.
    var needsSession: Bool {
        switch self {
        case .accessTokenExpired, .revokedSession: true
        default: false
        }
    }
}
