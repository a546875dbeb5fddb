import Addresses
import FoundationEssentials
import SessionCore
import SessionHTTP

extension PublishedMetadata {
    /// `nil` where the issuer is no http or https URL.
    init?(_ provider: ProviderMetadata) {
        guard let origin = URL(given: provider.issuer).flatMap({ Origin($0) }) else { return nil }
        // RFC 8414 §2: a list that is left out means Basic alone.
        let authentications = provider.isDiscovered ? ["client_secret_basic"] : nil
        self.init(
            issuer: TextOnPath.cut(provider.issuer), origin: origin,
            endpoints: provider.endpoints.compactMapValues { URL(given: $0).map(URLPlace.id) },
            clientAuthentications: (provider.clientAuthenticationMethods ?? authentications).map { TextOnPath.cut($0) },
            grants: provider.grantTypes.map { TextOnPath.cut($0) },
            idTokenAlgorithms: provider.idTokenAlgorithms.map { TextOnPath.cut($0) },
            sendsIssuer: provider.sendsIssuerInResponse, requiresPushedRequests: provider.requiresPushedAuthorization)
    }
}
