/// Why a way to sign in is not open at this provider, or to this client.
package struct SignInObstacle: Sendable, Hashable {
    package var reason: String
    /// Whether it can't work at all; otherwise it may, although the provider does not say so.
    package var isFinal: Bool

    package init(_ reason: String, isFinal: Bool) {
        self.reason = reason
        self.isFinal = isFinal
    }
}

/// What is known of the ways to sign in, and of what else the provider offers.
package enum SignInOffers: Sendable, Hashable {
    /// The provider is being asked, or has not been yet.
    case unknown
    case known([SignInFlowKind: SignInObstacle], introspection: IntrospectionOffer = .offered)
    /// The provider could not be asked, and why; of the ways to sign in it is known which the client can't take.
    case unavailable(String, [SignInFlowKind: SignInObstacle] = [:])

    package func obstacle(to flow: SignInFlowKind) -> SignInObstacle? {
        switch self {
        case .known(let obstacles, _), .unavailable(_, let obstacles): obstacles[flow]
        case .unknown: nil
        }
    }
}
