/// A fault that can be injected on purpose.
package enum Fault: String, Sendable, Hashable, CaseIterable {
    case accessTokenExpired = "expire access token"
    case tamperedToken = "tamper token"
    case networkOff = "network off"
    case tokenEndpointError = "token endpoint 500"
    case revokedSession = "revoke session"
    case rejectedRefresh = "reject next refresh"

    /// The key that chooses it in the menu.
    var letter: Character {
        switch self {
        case .accessTokenExpired: "e"
        case .tamperedToken: "t"
        case .networkOff: "n"
        case .tokenEndpointError: "5"
        case .revokedSession: "v"
        case .rejectedRefresh: "r"
        }
    }

    /// What it does, for the menu.
    var summary: String {
        switch self {
        case .accessTokenExpired: "the console takes the access token for expired, now"
        case .tamperedToken: "calls carry the access token with a broken signature"
        case .networkOff: "nothing is sent; every message fails"
        case .tokenEndpointError: "the token endpoint seems to answer 500"
        case .revokedSession: "the provider ends this session, now"
        case .rejectedRefresh: "the provider rejects the next refresh"
        }
    }

    /// Those that need nothing of the provider.
    package static let clientSide: [Fault] = [.accessTokenExpired, .tamperedToken, .networkOff, .tokenEndpointError]

    /// Whether it can do nothing while no session is there.
    var needsSession: Bool { self == .accessTokenExpired || self == .revokedSession }

    /// Whether it happens at once; the others stay armed until used up or cleared.
    package var isImmediate: Bool { self == .accessTokenExpired || self == .revokedSession }
}

/// What to do about a fault.
package enum FaultCommand: Sendable, Hashable {
    /// Injects it: at once, or arms it.
    case inject(Fault)
    /// Disarms it.
    case clear(Fault)
}
