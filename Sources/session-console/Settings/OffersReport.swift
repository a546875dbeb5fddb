import Recordings
import SessionCore

/// What a provider offers, as JSON; what its metadata does not list is left out.
struct OffersReport: RecordedByMembers {
    let issuer: String
    /// Whether it publishes metadata.
    let isDiscovered: Bool
    let flows: [String]
    let endpoints: [String: String]
    let codeChallengeMethods: [String]?
    let grantTypes: [String]?
    let clientAuthenticationMethods: [String]?
    let idTokenAlgorithms: [String]?
    let proofAlgorithms: [String]?
    let requiresPushedAuthorization: Bool
    let scopes: [String]?

    static let members = Members(
        Self.init(
            issuer:isDiscovered:flows:endpoints:codeChallengeMethods:grantTypes:clientAuthenticationMethods:
            idTokenAlgorithms:proofAlgorithms:requiresPushedAuthorization:scopes:),
        .needed("issuer", \.issuer), .needed("discovered", \.isDiscovered), .needed("flows", \.flows),
        .needed("endpoints", \.endpoints), .optional("code_challenge_methods", \.codeChallengeMethods),
        .optional("grant_types", \.grantTypes),
        .optional("client_authentication_methods", \.clientAuthenticationMethods),
        .optional("id_token_algorithms", \.idTokenAlgorithms), .optional("dpop_algorithms", \.proofAlgorithms),
        .needed("requires_pushed_authorization", \.requiresPushedAuthorization), .optional("scopes", \.scopes))
}

extension OffersReport {
    init(_ offers: ProviderOffers) {
        let metadata = offers.metadata
        self.init(
            issuer: metadata.issuer, isDiscovered: metadata.isDiscovered, flows: offers.flows,
            endpoints: metadata.endpoints.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value },
            codeChallengeMethods: metadata.codeChallengeMethods, grantTypes: metadata.grantTypes,
            clientAuthenticationMethods: metadata.clientAuthenticationMethods,
            idTokenAlgorithms: metadata.idTokenAlgorithms, proofAlgorithms: metadata.proofAlgorithms,
            requiresPushedAuthorization: metadata.requiresPushedAuthorization, scopes: metadata.scopes)
    }
}
