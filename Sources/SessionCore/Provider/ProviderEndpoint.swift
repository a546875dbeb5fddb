/// An endpoint of a provider; the raw value is its name in the metadata and, as a setting, in a profile.
public enum ProviderEndpoint: String, Sendable, Hashable, CaseIterable {
    case authorization = "authorization_endpoint"
    case token = "token_endpoint"
    case userInfo = "userinfo_endpoint"
    case keys = "jwks_uri"
    case revocation = "revocation_endpoint"
    case introspection = "introspection_endpoint"
    case deviceAuthorization = "device_authorization_endpoint"
    case pushedAuthorization = "pushed_authorization_request_endpoint"
    case endSession = "end_session_endpoint"

    /// Those that RFC 8414, or an RFC that extends it, brought: OpenID Connect Discovery 1.0 has no word for them.
    package static let unknownToOpenID: Set<ProviderEndpoint> = [
        .revocation, .introspection, .deviceAuthorization, .pushedAuthorization,
    ]
}
