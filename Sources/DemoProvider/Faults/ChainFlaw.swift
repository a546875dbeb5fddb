/// A flaw of what the API, its metadata and the provider say to a client that knows the API's URL alone.
package enum ChainFlaw: String, Sendable, Hashable, CaseIterable {
    // The challenge (RFC 9728 §5.1).

    /// A 401 has no challenge.
    case noChallenge = "no-challenge"
    /// The challenge of another scheme comes first, in the same field and in one of its own.
    case severalChallenges = "several-challenges"
    /// A request without a token is answered 403.
    case forbiddenFirst = "forbidden-first"
    /// No challenge names the metadata.
    case noPointer = "no-pointer"
    /// Challenges name metadata that is not there.
    case wrongPointer = "wrong-pointer"
    /// Challenges name metadata at another origin.
    case foreignPointer = "foreign-pointer"
    /// Challenges name the metadata without its origin.
    case relativePointer = "relative-pointer"

    // The metadata of the resource (RFC 9728 §3).

    /// No path of the API has metadata of its own, and no challenge names the API's.
    case rootMetadataOnly = "root-metadata-only"
    /// `resource` is another path of the API.
    case otherResource = "other-resource"
    /// `resource` is the whole API, as it is for all its paths at many servers.
    case parentResource = "parent-resource"
    /// `resource` is of another origin.
    case foreignResource = "foreign-resource"
    /// The metadata name no authorization server.
    case noServers = "no-servers"
    /// The metadata name a second authorization server, which does not exist.
    case severalServers = "several-servers"
    /// The metadata name the API as its authorization server, which that is not.
    case wrongServer = "wrong-server"
    /// The metadata name an issuer with a path, which has metadata at none of the three places.
    case issuerWithPath = "issuer-with-path"

    // The metadata of the authorization server (RFC 8414 §3).

    /// `issuer` has a slash at its end, which the URL that was asked has not.
    case issuerSlash = "issuer-slash"
    /// The document is at the place of RFC 8414 alone.
    case oauthPlaceOnly = "oauth-place-only"
    /// The document is at the place of OpenID Connect Discovery alone.
    case openIDPlaceOnly = "openid-place-only"
    /// The document lists the method `plain` for PKCE.
    case plainPKCE = "plain-pkce"
    /// The document lists no method for PKCE.
    case noPKCE = "no-pkce"

    // Registration (RFC 7591 §3.2.1), for the clients that register from then on.

    /// A client that registers without a secret gets one, and needs it.
    case unaskedSecret = "unasked-secret"
    /// A secret expires after a minute.
    case expiringSecret = "expiring-secret"
    /// The port of a loopback redirect URI must be the registered one.
    case fixedPort = "fixed-port"
    /// The registration can't be read, changed or deleted.
    case unmanaged

    // The sign-in and the first call.

    /// The authorization response has no `iss`, which the metadata promises.
    case noIssuer = "no-iss"
    /// The authorization response has the `iss` of another provider (RFC 9207 §2.4).
    case otherIssuer = "other-iss"
    /// Every `resource` is refused (RFC 8707 §2).
    case refusedResource = "refused-resource"
    /// Access tokens are for another audience than the API.
    case otherAudience = "other-audience"
}
