extension Fault {
    /// The stable name, as events and exports have it: ``InjectedFault/name``.
    package var name: String {
        switch self {
        case .accessTokenExpired: "access-token-expired"
        case .burstAtExpiry: "burst-at-expiry"
        case .tamperedToken: "token-tampered"
        case .networkOff: "network-off"
        case .tokenEndpointRefusal: "token-endpoint-400"
        case .tokenEndpointBusy: "token-endpoint-429"
        case .tokenEndpointError: "token-endpoint-500"
        case .tokenEndpointSlow: "token-endpoint-slow"
        case .tokenEndpointSilent: "token-endpoint-silent"
        case .tokenEndpointGarbled: "token-endpoint-not-json"
        case .lostTokenReply: "token-reply-lost"
        case .droppedRefreshToken: "refresh-token-dropped"
        case .replayedRefreshToken: "refresh-token-replayed"
        case .wrongState: "wrong-state"
        case .clockAhead: "clock-ahead"
        case .clockBehind: "clock-behind"
        case .revokedSession: "session-revoked"
        case .rejectedRefresh: "refresh-rejected"
        case .rotatedKeys: "keys-rotated"
        case .narrowedScope: "scope-narrowed"
        case .switchedUser: "user-switched"
        case .shortLifetimes: "lifetimes-short"
        }
    }

    /// How a fault of a stable name is called on screens; a name without a fault stays as it is.
    package static func words(for name: String) -> String { Fault(name: name)?.rawValue ?? name }

    /// The fault of a stable name.
    init?(name: String) {
        guard let fault = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = fault
    }
}
