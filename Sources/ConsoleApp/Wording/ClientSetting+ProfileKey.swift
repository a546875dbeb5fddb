package import SessionCore

extension ClientSetting {
    /// The setting's key in a profile.
    package var profileKey: String {
        switch self {
        case .issuer: "issuer"
        case .clientID: "client_id"
        case .authentication: "client_auth"
        case .clientSecret: "client_secret"
        case .clientKey: "key"
        case .scope: "scope"
        case .apis: "api"
        case .endpoint(let endpoint): endpoint.rawValue
        case .resources: "resource"
        case .refreshMargin: "refresh_margin"
        case .refreshDeadline: "refresh_deadline"
        case .clockTolerance: "clock_tolerance"
        case .idTokenAlgorithms: "id_token_algorithms"
        case .trustedAudiences: "trusted_audiences"
        case .allowsPlainHTTP: "allow_http"
        case .tokenParameters: "token_parameters"
        case .proofKey: "dpop_key"
        case .redirectURI: "redirect_uri"
        }
    }
}

extension String {
    /// A sentence of the library's, with settings named by their keys in profiles.
    package var inProfileTerms: String {
        Self.advised.reduce(self) { text, setting in
            // Few sentences name a setting, and replacing is slow.
            text.utf8.holds(setting.name) ? text.replacing(setting.name, with: setting.key) : text
        }
    }

    private static let advised = [ClientSetting.idTokenAlgorithms, .trustedAudiences, .allowsPlainHTTP].map {
        (name: $0.description, key: $0.profileKey)
    }
}
