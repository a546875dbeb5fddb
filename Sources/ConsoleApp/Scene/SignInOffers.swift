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
    case known([SignInFlowKind: SignInObstacle], hasIntrospection: Bool = true)
    /// The provider could not be asked, and why.
    case unavailable(String)

    func obstacle(to flow: SignInFlowKind) -> SignInObstacle? {
        if case .known(let obstacles, _) = self { obstacles[flow] } else { nil }
    }

    /// Why the provider can't be asked about a token; `nil` as long as nothing is known against it.
    var obstacleToIntrospection: String? {
        guard case .known(_, hasIntrospection: false) = self else { return nil }
        return "the provider publishes no introspection_endpoint"
    }
}
