/// The grants of the token endpoint, as spelled in `grant_type`.
enum GrantType: String, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case password
    case clientCredentials = "client_credentials"
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"

    /// The short name that statistics use.
    var name: String {
        switch self {
        case .deviceCode: "device_code"
        case .tokenExchange: "token_exchange"
        default: rawValue
        }
    }
}
