/// A setting that an error is about; new cases may come with any version.
@nonexhaustive
public enum ClientSetting: Sendable, Hashable {
    /// ``ClientConfiguration/issuer``.
    case issuer
    /// ``ClientConfiguration/clientID``.
    case clientID
    /// ``ClientConfiguration/authentication``.
    case authentication
    /// The secret of ``ClientConfiguration/authentication``.
    case clientSecret
    /// The key of ``ClientConfiguration/authentication``.
    case clientKey
    /// ``ClientConfiguration/scope``.
    case scope
    /// ``ClientConfiguration/apis``.
    case apis
    /// One of ``ClientConfiguration/endpoints``.
    case endpoint(ProviderEndpoint)
    /// ``ClientConfiguration/resources``.
    case resources
    /// ``ClientConfiguration/refreshMargin``.
    case refreshMargin
    /// ``ClientConfiguration/refreshDeadline``.
    case refreshDeadline
    /// ``ClientConfiguration/clockTolerance``.
    case clockTolerance
    /// ``ClientConfiguration/idTokenAlgorithms``.
    case idTokenAlgorithms
    /// ``ClientConfiguration/trustedAudiences``.
    case trustedAudiences
    /// ``ClientConfiguration/allowsPlainHTTP``.
    case allowsPlainHTTP
    /// ``ClientConfiguration/tokenParameters``.
    case tokenParameters
    /// ``ClientConfiguration/proofKey``.
    case proofKey
    /// Where the provider sends the browser back (RFC 6749 §3.1.2).
    case redirectURI
}

extension ClientSetting: CustomStringConvertible {
    /// As it is spelled in Swift.
    public var description: String {
        switch self {
        case .issuer: "issuer"
        case .clientID: "clientID"
        case .authentication: "authentication"
        case .clientSecret: "client secret"
        case .clientKey: "client key"
        case .scope: "scope"
        case .apis: "apis"
        case .endpoint(let endpoint): "endpoints[\(endpoint.rawValue)]"
        case .resources: "resources"
        case .refreshMargin: "refreshMargin"
        case .refreshDeadline: "refreshDeadline"
        case .clockTolerance: "clockTolerance"
        case .idTokenAlgorithms: "idTokenAlgorithms"
        case .trustedAudiences: "trustedAudiences"
        case .allowsPlainHTTP: "allowsPlainHTTP"
        case .tokenParameters: "tokenParameters"
        case .proofKey: "proofKey"
        case .redirectURI: "redirectURI"
        }
    }
}
