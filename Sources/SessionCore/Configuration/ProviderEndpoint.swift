/// An endpoint of a provider; the raw value is its name in the metadata and, as a setting, in a profile.
public enum ProviderEndpoint: String, Sendable, Hashable, CaseIterable {
    /// Where the browser asks for a code (RFC 6749 §3.1).
    case authorization = "authorization_endpoint"
    /// Where codes, refresh tokens and other grants are exchanged for tokens (RFC 6749 §3.2).
    case token = "token_endpoint"
    /// Where an access token is exchanged for claims about the user (OpenID Connect Core §5.3).
    case userInfo = "userinfo_endpoint"
    /// Where the provider publishes the keys that it signs with, as a JWK set (RFC 7517 §5).
    case keys = "jwks_uri"
    /// Where tokens are revoked (RFC 7009 §2).
    case revocation = "revocation_endpoint"
    /// Where a token's state is asked for (RFC 7662 §2).
    case introspection = "introspection_endpoint"
    /// Where a device sign-in begins (RFC 8628 §3.1).
    case deviceAuthorization = "device_authorization_endpoint"
    /// Where authorization requests are pushed (RFC 9126 §2).
    case pushedAuthorization = "pushed_authorization_request_endpoint"
    /// Where clients are registered (RFC 7591 §3).
    case registration = "registration_endpoint"
    /// Where a browser signs out of the provider (OpenID Connect RP-Initiated Logout 1.0 §2).
    case endSession = "end_session_endpoint"

    /// Those that RFC 8414, or an RFC that extends it, brought: OpenID Connect Discovery 1.0 has no word for them.
    package static let unknownToOpenID: Set<ProviderEndpoint> = [
        .revocation, .introspection, .deviceAuthorization, .pushedAuthorization,
    ]
}
