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
}

extension Scene {
    /// Why a way to sign in is not open: the client can't take it at any provider, or this one does not offer it.
    func obstacle(to flow: SignInFlowKind) -> SignInObstacle? {
        if let own = context.clientObstacles[flow] { return own }
        switch signInOffers {
        case .known(let obstacles, _): return obstacles[flow]
        case .unknown, .unavailable: return nil
        }
    }
}
