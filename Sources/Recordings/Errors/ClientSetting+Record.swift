package import JOSE
package import SessionCore

/// A setting is recorded under its name in Swift, an endpoint under its name in the provider's metadata.
extension ClientSetting: Recordable {
    private enum Name: String, RecordedByName {
        case issuer, clientID, authentication, clientSecret, clientKey, scope, apis, resources, refreshMargin
        case refreshDeadline, clockTolerance, idTokenAlgorithms, trustedAudiences, allowsPlainHTTP, proofKey
        case redirectURI, tokenParameters
    }

    package var recorded: JSONValue {
        switch self {
        case .endpoint(let endpoint): .string(endpoint.rawValue)
        case .issuer: Name.issuer.recorded
        case .clientID: Name.clientID.recorded
        case .authentication: Name.authentication.recorded
        case .clientSecret: Name.clientSecret.recorded
        case .clientKey: Name.clientKey.recorded
        case .scope: Name.scope.recorded
        case .apis: Name.apis.recorded
        case .resources: Name.resources.recorded
        case .refreshMargin: Name.refreshMargin.recorded
        case .refreshDeadline: Name.refreshDeadline.recorded
        case .clockTolerance: Name.clockTolerance.recorded
        case .idTokenAlgorithms: Name.idTokenAlgorithms.recorded
        case .trustedAudiences: Name.trustedAudiences.recorded
        case .allowsPlainHTTP: Name.allowsPlainHTTP.recorded
        case .proofKey: Name.proofKey.recorded
        case .redirectURI: Name.redirectURI.recorded
        case .tokenParameters: Name.tokenParameters.recorded
        }
    }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        if let endpoint = recorded.string.flatMap(ProviderEndpoint.init) {
            self = .endpoint(endpoint)
            return
        }
        self =
            switch try Name(recorded: recorded) {
            case .issuer: .issuer
            case .clientID: .clientID
            case .authentication: .authentication
            case .clientSecret: .clientSecret
            case .clientKey: .clientKey
            case .scope: .scope
            case .apis: .apis
            case .resources: .resources
            case .refreshMargin: .refreshMargin
            case .refreshDeadline: .refreshDeadline
            case .clockTolerance: .clockTolerance
            case .idTokenAlgorithms: .idTokenAlgorithms
            case .trustedAudiences: .trustedAudiences
            case .allowsPlainHTTP: .allowsPlainHTTP
            case .proofKey: .proofKey
            case .redirectURI: .redirectURI
            case .tokenParameters: .tokenParameters
            }
    }
}
