/// A token exchange (RFC 8693): a separate token, for a narrower audience or scope, in return for the session's.
///
/// The session keeps its own tokens; what comes back belongs to the caller.
public struct TokenExchange: Sendable, Hashable {
    /// The logical names of the services the token is for.
    public var audience: [String]
    /// The URLs of the services the token is for.
    public var resource: [String]
    /// The scope of the token that is asked for; empty leaves the parameter out.
    public var scope: [String]
    /// The type of token to request, such as ``accessTokenType``; `nil` leaves it to the provider.
    public var requestedTokenType: String?
    /// The token of the party that acts for the user (RFC 8693 §2.1); `nil`, the default, is an exchange without one.
    public var actorToken: Secret?
    /// The type of ``actorToken``; an access token by default.
    public var actorTokenType = Self.accessTokenType

    /// The type of an OAuth access token (RFC 8693 §3).
    public static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
    /// The type of any JWT (RFC 8693 §3).
    public static let jwtType = "urn:ietf:params:oauth:token-type:jwt"
    package static let grantType = "urn:ietf:params:oauth:grant-type:token-exchange"

    /// Creates an exchange; what is left out is left to the provider.
    public init(
        audience: [String] = [], resource: [String] = [], scope: [String] = [], requestedTokenType: String? = nil
    ) {
        self.audience = audience
        self.resource = resource
        self.scope = scope
        self.requestedTokenType = requestedTokenType
    }

    /// RFC 8693 §2.1.
    func parameters(subjectToken: Secret, type: String = Self.accessTokenType) -> FormParameters {
        var parameters: FormParameters = [
            "grant_type": Self.grantType, "subject_token": subjectToken.reveal(), "subject_token_type": type,
        ]
        for name in audience { parameters.add("audience", name) }
        for url in resource { parameters.add("resource", url) }
        if !scope.isEmpty { parameters["scope"] = scope.joined(separator: " ") }
        parameters["requested_token_type"] = requestedTokenType
        if let actorToken {
            parameters["actor_token"] = actorToken.reveal()
            parameters["actor_token_type"] = actorTokenType
        }
        return parameters
    }
}
