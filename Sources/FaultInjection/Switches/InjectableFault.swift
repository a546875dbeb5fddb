/// A fault that can be injected with any provider.
package enum InjectableFault: String, Sendable, Hashable, CaseIterable {
    /// No connection can be made.
    case networkOff = "network off"
    /// The access token goes out with one character changed.
    case tamperedToken = "tamper token"
    /// The token endpoint answers 400 `invalid_grant`.
    case tokenEndpointRefuses = "token endpoint 400"
    /// The token endpoint answers 429 and asks to wait.
    case tokenEndpointBusy = "token endpoint 429"
    case tokenEndpointBroken = "token endpoint 500"
    case tokenEndpointSlow = "token endpoint slow"
    case tokenEndpointSilent = "token endpoint never answers"
    case tokenEndpointGarbled = "token endpoint not JSON"
    /// The token endpoint issues tokens, and its answer is lost.
    case lostTokenReply = "lose token reply"
    /// The next tokens come without a refresh token.
    case droppedRefreshToken = "drop refresh token"
    /// A refresh sends the refresh token that an earlier one used up.
    case replayedRefreshToken = "replay refresh token"
    /// The next authorization response carries another `state`.
    case wrongState = "wrong state"
    /// The wall clock is five minutes ahead.
    case clockAhead = "clock +5 min"
    /// The wall clock is five minutes behind.
    case clockBehind = "clock -5 min"

    /// Whether it is a lasting condition: it stays armed until it is disarmed.
    package var isCondition: Bool { self == .clockAhead || self == .clockBehind }
}
