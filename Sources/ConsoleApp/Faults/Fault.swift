import FoundationEssentials

/// A fault that can be injected on purpose.
package enum Fault: String, Sendable, Hashable, CaseIterable {
    case accessTokenExpired = "expire access token"
    case burstAtExpiry = "burst at expiry"
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
    case switchedUser = "switch user"
    case shortLifetimes = "short lifetimes"

    /// The faults that work with any provider; the demo's provider has the others.
    package static let clientSide: [Fault] = allCases.filter { !$0.isOfProvider }

    /// Whether only the demo's provider can inject it.
    var isOfProvider: Bool {
        switch self {
        case .revokedSession, .rejectedRefresh, .rotatedKeys, .narrowedScope, .switchedUser, .shortLifetimes: true
        default: false
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

    /// How often an armed fault is going to strike.
    package enum Arming: Sendable, Hashable {
        /// At so many occasions; at least one.
        case times(Int)
        case untilDisarmed
        /// At every occasion for that long, unless it is disarmed before.
        case during(Duration)
    }

    /// How it is armed where the user does not say.
    package var ownArming: Arming { reach == .lasting ? .untilDisarmed : .times(1) }

    package var reach: Reach {
        switch self {
        case .accessTokenExpired, .burstAtExpiry, .revokedSession, .rotatedKeys: .immediate
        case .networkOff, .tokenEndpointError, .clockAhead, .clockBehind, .shortLifetimes: .lasting
        case .tamperedToken, .tokenEndpointRefusal, .tokenEndpointBusy, .tokenEndpointSlow, .tokenEndpointSilent,
            .tokenEndpointGarbled, .lostTokenReply, .droppedRefreshToken, .replayedRefreshToken, .wrongState,
            .rejectedRefresh, .narrowedScope, .switchedUser:
            .once
        }
    }

    /// Whether it has no effect without a session.
    var needsSession: Bool {
        switch self {
        case .accessTokenExpired, .burstAtExpiry, .revokedSession: true
        default: false
        }
    }

    /// How many calls the fault of that name sends.
    static let burstSize = 20

    /// How far armed faults set this program's clock ahead.
    static func clockShift(of armed: [Fault: Arming]) -> TimeInterval {
        (armed[.clockAhead] == nil ? 0 : 300) - (armed[.clockBehind] == nil ? 0 : 300)
    }

    /// Whether it lasts as long as it is armed, so that it can't be counted.
    var isCondition: Bool { self == .clockAhead || self == .clockBehind || self == .shortLifetimes }
}
