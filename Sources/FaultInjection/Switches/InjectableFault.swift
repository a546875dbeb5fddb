/// A fault that can be injected with any provider; the raw value is its stable name.
package enum InjectableFault: String, Sendable, Hashable, CaseIterable {
    /// No connection can be made.
    case networkOff = "network-off"
    /// The access token goes out with one character changed.
    case tamperedToken = "token-tampered"
    /// The token endpoint answers 400 `invalid_grant`.
    case tokenEndpointRefuses = "token-endpoint-400"
    /// The token endpoint answers 429 and asks to wait.
    case tokenEndpointBusy = "token-endpoint-429"
    case tokenEndpointBroken = "token-endpoint-500"
    case tokenEndpointSlow = "token-endpoint-slow"
    case tokenEndpointSilent = "token-endpoint-silent"
    case tokenEndpointGarbled = "token-endpoint-not-json"
    /// The token endpoint issues tokens, and its answer is lost.
    case lostTokenReply = "token-reply-lost"
    /// The next tokens come without a refresh token.
    case droppedRefreshToken = "refresh-token-dropped"
    /// A refresh sends the refresh token that an earlier one used up.
    case replayedRefreshToken = "refresh-token-replayed"
    /// The next authorization response carries another `state`.
    case wrongState = "wrong-state"
    /// The wall clock is five minutes ahead.
    case clockAhead = "clock-ahead"
    /// The wall clock is five minutes behind.
    case clockBehind = "clock-behind"

    /// Whether it is a lasting condition: it stays armed until it is disarmed.
    package var isCondition: Bool { self == .clockAhead || self == .clockBehind }
}
