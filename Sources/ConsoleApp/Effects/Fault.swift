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
        case .accessTokenExpired: "the access token counts as expired from now on"
        case .tamperedToken: "calls carry the access token with a broken signature"
        case .networkOff: "nothing is sent; every message fails"
        case .tokenEndpointError: "token requests are answered 500 and not sent"
        case .revokedSession: "the provider revokes this session now"
        case .rejectedRefresh: "the provider rejects the next refresh"
        }
    }

    /// The faults that work with any provider.
    package static let clientSide: [Fault] = [.accessTokenExpired, .tamperedToken, .networkOff, .tokenEndpointError]

    /// Whether it has no effect without a session.
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
