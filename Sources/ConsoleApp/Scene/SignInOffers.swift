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
    /// The provider could not be asked, and why.
    case unavailable(String)

    func obstacle(to flow: SignInFlowKind) -> SignInObstacle? {
        if case .known(let obstacles, _) = self { obstacles[flow] } else { nil }
    }
}
