/// A flaw of what the API takes for a token, or of how it refuses one.
package enum ResourceFlaw: String, Sendable, Hashable, CaseIterable {
    // JWTs that the provider has not issued. Their issuer, audience and end are looked at all the same.

    /// A JWT whose `alg` is `none` is taken.
    case unsigned
    /// A JWT is taken whatever key has signed it.
    case anySignature = "any-signature"
    /// A JWT is taken whose `alg` is HS256: the API checks that with the published key.
    case sharedSecret = "shared-secret"
    /// The end of a JWT is not looked at, where its signature is not.
    case uncheckedEnd = "unchecked-end"
    /// The audience of a JWT is not looked at, where its signature is not.
    case uncheckedAudience = "unchecked-audience"
    /// The issuer of a JWT is not looked at, where its signature is not.
    case uncheckedIssuer = "unchecked-issuer"

    // Tokens of the provider that are none for the API.

    /// ID tokens are taken, also after their end.
    case idTokens = "id-tokens"
    /// Refresh tokens are taken, also after their end.
    case refreshTokens = "refresh-tokens"
    /// A token is taken whatever resource it is for.
    case foreignTokens = "foreign-tokens"
    /// A token is taken whatever its scope.
    case anyScope = "any-scope"

    // What a call must have besides a token.

    /// Every resource wants the scope `admin`.
    case scopeDemanded = "scope-demanded"
    /// Every resource wants a stronger sign-in.
    case stepUpDemanded = "step-up-demanded"
    /// The MCP server wants a token for calls of its tools alone.
    case openMethods = "open-methods"
    /// The MCP server wants to be told its protocol version in each message but the first (MCP, *Transports*).
    case versionDemanded = "version-demanded"
    /// The MCP server speaks the revision 2026-07-28 alone, and wants all its header fields.
    case headersDemanded = "headers-demanded"

    // How a token comes.

    /// A token in the URL is taken.
    case tokenInQuery = "token-in-query"
    /// The first of two `Authorization` fields is taken.
    case firstField = "first-field"
    /// A scheme in lower case is none.
    case schemeCase = "scheme-case"

    // How a token is refused.

    /// The body repeats the token.
    case echo
    /// A JWT is refused without a challenge.
    case bareRefusal = "bare-refusal"
    /// A JWT that is refused is answered 500.
    case crash
    /// The challenge does not name the scope that is missing.
    case unnamedScope = "unnamed-scope"
    /// Pages of all origins may read the answers.
    case anyOrigin = "any-origin"
    /// Pages of all origins may read the answers, by the user's cookies.
    case mirroredOrigin = "mirrored-origin"
}
