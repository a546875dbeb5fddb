/// Several faults that together tell a story, armed at once.
package enum Preset: String, Sendable, CaseIterable {
    case flakyNetwork = "flaky mobile network"
    case keyRotation = "key rotation day"
    case stolenToken = "stolen refresh token"
    case providerDown = "provider down for a minute"

    /// The key that chooses it in the menu.
    package var letter: Character {
        switch self {
        case .flakyNetwork: "m"
        case .keyRotation: "r"
        case .stolenToken: "s"
        case .providerDown: "d"
        }
    }

    package var summary: String {
        switch self {
        case .flakyNetwork: "two messages fail; then a token request gets no answer, and the next one takes 5 s longer"
        case .keyRotation: "a new signing key, an expired access token; after the refresh a call has a broken signature"
        case .stolenToken:
            "the token expires; once a refresh has rotated the refresh token, the next one sends the old one"
        case .providerDown: "token requests are answered 500 for a minute, then no more"
        }
    }

    /// In the order in which they strike.
    package var faults: [(fault: LabFault, arming: LabFault.Arming)] {
        switch self {
        case .flakyNetwork:
            [(.networkOff, .times(2)), (.tokenEndpointSilent, .times(1)), (.tokenEndpointSlow, .times(1))]
        case .keyRotation:
            [(.rotatedKeys, .atOnce), (.accessTokenExpired, .atOnce), (.tamperedToken, .times(1))]
        case .stolenToken: [(.accessTokenExpired, .atOnce), (.replayedRefreshToken, .times(1))]
        case .providerDown: [(.tokenEndpointError, .during(.seconds(60)))]
        }
    }
}
