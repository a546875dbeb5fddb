import Addresses
package import FoundationEssentials
package import JOSE

/// What a provider publishes about itself (OpenID Connect Discovery 1.0 §3, RFC 8414 §2), with the configured
/// endpoints in place of its own.
///
/// Endpoints are kept as they were written and judged when they are used, so that one bad endpoint does not spoil the
/// others.
public struct ProviderMetadata: Sendable, Hashable {
    /// The configured issuer; a document that names another one is refused.
    public let issuer: String
    /// Whether this was read from the provider; `false` where only the configuration is known.
    public let isDiscovered: Bool
    /// The endpoints as they were written, by configuration or metadata; those that neither has are missing.
    public private(set) var endpoints: [ProviderEndpoint: String]
    /// `scopes_supported`; like each of these lists `nil` where left out, which says nothing about what the provider
    /// supports.
    public let scopes: [String]?
    /// `grant_types_supported`; `nil` where left out.
    public let grantTypes: [String]?
    /// `response_types_supported`; `nil` where left out.
    public let responseTypes: [String]?
    /// Whether a client's identifier may be the address of its metadata
    /// (`client_id_metadata_document_supported`).
    public let takesClientMetadataDocuments: Bool
    /// `code_challenge_methods_supported` (RFC 8414 §2); a list without `S256` rules the authorization code flow out.
    public let codeChallengeMethods: [String]?
    /// `token_endpoint_auth_methods_supported`; `nil` where left out.
    public let clientAuthenticationMethods: [String]?
    /// `introspection_endpoint_auth_methods_supported` (RFC 8414 §2); `nil` where left out.
    public let introspectionAuthenticationMethods: [String]?
    /// `id_token_signing_alg_values_supported`; narrows ``ClientConfiguration/idTokenAlgorithms``.
    public let idTokenAlgorithms: [String]?
    /// `userinfo_signing_alg_values_supported`; narrows the algorithms accepted for signed userinfo.
    public let userInfoAlgorithms: [String]?
    /// `acr_values_supported`: the authentication contexts that the provider knows; `nil` where left out.
    public let acrValues: [String]?
    /// `prompt_values_supported` (Initiating User Registration via OpenID Connect 1.0); `nil` where left out.
    public let promptValues: [String]?
    /// `dpop_signing_alg_values_supported` (RFC 9449 §5.1); `nil` where left out.
    public let proofAlgorithms: [String]?
    /// Whether authorization requests must be pushed (RFC 9126 §5).
    public let requiresPushedAuthorization: Bool
    /// Whether authorization responses carry `iss` (RFC 9207 §3).
    public let sendsIssuerInResponse: Bool
    /// The members that this library reads, as the provider wrote them.
    private(set) var document: JSONObject
    /// The others.
    let more: JSONObject

    /// Reads a document whose issuer has been checked.
    ///
    /// A member of the wrong type counts as absent.
    package init(_ document: JSONObject, for configuration: ClientConfiguration) {
        self.init(document, isDiscovered: true, for: configuration)
    }

    /// What can be known of a provider without metadata.
    package init(withoutDiscovery configuration: ClientConfiguration) {
        self.init(JSONObject(), isDiscovered: false, for: configuration)
    }

    private init(_ document: JSONObject, isDiscovered: Bool, for configuration: ClientConfiguration) {
        // RFC 8705 §5: where the client shows a certificate, these take the place of the plain ones.
        let aliases =
            configuration.authentication == .mutualTLS ? document["mtls_endpoint_aliases"]?.object : nil
        var endpoints: [ProviderEndpoint: String] = [:]
        for endpoint in ProviderEndpoint.allCases {
            endpoints[endpoint] =
                configuration.endpoints[endpoint]?.absoluteString ?? aliases?[endpoint.rawValue]?.string
                ?? document[endpoint.rawValue]?.string
        }
        self.document = JSONObject(
            document.members.filter { Self.knownMembers.contains($0.name) }.map { ($0.name, $0.value) })
        more = JSONObject(
            document.members.filter { !Self.knownMembers.contains($0.name) }.map { ($0.name, $0.value) })
        issuer = configuration.issuer
        self.isDiscovered = isDiscovered
        self.endpoints = endpoints
        scopes = document["scopes_supported"]?.strings
        responseTypes = document["response_types_supported"]?.strings
        takesClientMetadataDocuments = document["client_id_metadata_document_supported"]?.bool ?? false
        grantTypes = document["grant_types_supported"]?.strings
        codeChallengeMethods = document["code_challenge_methods_supported"]?.strings
        clientAuthenticationMethods = document["token_endpoint_auth_methods_supported"]?.strings
        introspectionAuthenticationMethods = Self.introspectionMethods(in: document)
        idTokenAlgorithms = document["id_token_signing_alg_values_supported"]?.strings
        userInfoAlgorithms = document["userinfo_signing_alg_values_supported"]?.strings
        acrValues = document["acr_values_supported"]?.strings
        promptValues = document["prompt_values_supported"]?.strings
        proofAlgorithms = document["dpop_signing_alg_values_supported"]?.strings
        requiresPushedAuthorization = document["require_pushed_authorization_requests"]?.bool ?? false
        sendsIssuerInResponse = document["authorization_response_iss_parameter_supported"]?.bool ?? false
    }

    static func introspectionMethods(in document: JSONObject) -> [String]? {
        document["introspection_endpoint_auth_methods_supported"]?.strings
    }

    /// Whether introspection with these authentication methods answers a client: a public one needs `none` among them,
    /// where the provider lists any (RFC 7662 §2.1).
    package static func isIntrospectionOpen(to configuration: ClientConfiguration, methods: [String]?) -> Bool {
        configuration.authentication != .none || methods?.contains("none") ?? true
    }

    /// Adds the endpoints that OpenID Connect Discovery does not know and this document lacks.
    mutating func fillGaps(from other: ProviderMetadata) {
        for endpoint in ProviderEndpoint.unknownToOpenID where endpoints[endpoint] == nil {
            endpoints[endpoint] = other.endpoints[endpoint]
            document[endpoint.rawValue] = other.document[endpoint.rawValue]
        }
    }

    private static let knownMembers: Set<String> = Set(ProviderEndpoint.allCases.map(\.rawValue)).union([
        "mtls_endpoint_aliases", "scopes_supported", "grant_types_supported", "response_types_supported",
        "client_id_metadata_document_supported", "code_challenge_methods_supported",
        "token_endpoint_auth_methods_supported", "introspection_endpoint_auth_methods_supported",
        "id_token_signing_alg_values_supported",
        "userinfo_signing_alg_values_supported", "acr_values_supported", "prompt_values_supported",
        "dpop_signing_alg_values_supported", "require_pushed_authorization_requests",
        "authorization_response_iss_parameter_supported",
    ])

    /// The endpoint as it may be used.
    ///
    /// Throws ``SessionError/unsupported(_:)`` where the provider has none, ``SessionError/unintelligible(_:during:)``
    /// where it is not an absolute http or https URL, ``SessionError/insecureURL(_:)`` where it is plain http beyond
    /// loopback and the configuration does not allow that.
    package func url(of endpoint: ProviderEndpoint, for configuration: ClientConfiguration) throws(SessionError) -> URL
    {
        guard let text = endpoints[endpoint] else { throw .unsupported(endpoint.title) }
        guard let url = URL(given: text), Origin(url) != nil else {
            throw .unintelligible(
                "\(endpoint.rawValue) is not an absolute http or https URL: \(text)", during: .discovery)
        }
        try configuration.requireSecure(url)
        if let flaw = endpoint.flaw(of: url) {
            throw .untrustworthy("\(endpoint.rawValue) \(flaw): \(Redaction.url(url))", during: .discovery)
        }
        return url
    }
}

extension ProviderEndpoint {
    /// Why a URL can't be that of an endpoint; `nil` if it can.
    ///
    /// The authorization and the token endpoint may have no fragment (RFC 6749 §3.1 and §3.2). A user name would be
    /// taken for the host.
    func flaw(of url: URL) -> String? {
        if url.user != nil || url.password != nil { return "has user information" }
        guard self == .authorization || self == .token else { return nil }
        return url.fragment == nil ? nil : "has a fragment"
    }

    /// With its article, for a sentence about a provider that lacks it.
    var title: String {
        switch self {
        case .authorization: "an authorization endpoint"
        case .token: "a token endpoint"
        case .userInfo: "a userinfo endpoint"
        case .keys: "its keys (jwks_uri)"
        case .revocation: "a revocation endpoint"
        case .introspection: "an introspection endpoint"
        case .deviceAuthorization: "a device authorization endpoint"
        case .pushedAuthorization: "a pushed authorization request endpoint"
        case .registration: "the registration of clients"
        case .endSession: "an end session endpoint"
        }
    }
}
