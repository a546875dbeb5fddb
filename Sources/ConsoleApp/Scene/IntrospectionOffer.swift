import SessionCore

/// Whether this client can ask the provider about a token (RFC 7662).
package enum IntrospectionOffer: Sendable, Hashable {
    /// The provider has not been asked what it offers.
    case unknown
    case offered
    /// The provider can't be asked, and why.
    case refused(String)

    var obstacle: String? {
        if case .refused(let reason) = self { reason } else { nil }
    }
}

extension Scene {
    /// What the provider says now, or else what the metadata said that was read last.
    var introspection: IntrospectionOffer {
        if case .known(_, let offer) = signInOffers { offer } else { status.hasIntrospection ? .offered : .unknown }
    }
}
