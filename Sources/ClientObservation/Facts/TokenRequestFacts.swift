/// What a request to the token endpoint has (RFC 6749 §4 to §6).
package struct TokenRequestFacts: Sendable {
    package enum Grant: String, Sendable {
        case authorizationCode = "authorization_code"
        case refreshToken = "refresh_token"
        case password
        case clientCredentials = "client_credentials"
        case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
        case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
        case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
        case other

        /// Whether a person takes part in it.
        var isOfUser: Bool { self == .authorizationCode || self == .password || self == .deviceCode }
    }

    package var grant: Grant
    package var client: String?
    /// Each way in which the client authenticates itself, once: a correct one has at most one.
    var authentications: Set<Authentication> = []
    var code: SecretID?
    package var refreshToken: SecretID?
    var deviceCode: SecretID?
    var verifier: SecretID?
    /// The challenge that the verifier answers (RFC 7636 §4.6); `nil` where that is masked.
    var challenge: SecretID?
    var redirectURI: SecretID?
    /// How that is shown.
    var redirectText: String?
    /// `nil` where it names none.
    var scope: Set<String>?
    var resources: Set<String> = []
    /// Whether it has what its grant is about, such as a code.
    var isWhole = true
    /// Whether it is a form sent by POST, which names its grant (RFC 6749 §3.2).
    var isStandard = true
    /// Whether what its parameters are can't be read.
    var isUnread = false
    /// Whether the client's secret stands in the URL (RFC 6749 §2.3.1).
    var isSecretInURL = false
    /// Whether its Basic credentials hold what form-encoding would have replaced (RFC 6749 §2.3.1).
    var isBasicUnencoded = false
    /// Whether it has credentials of another scheme than Basic, in a way of the provider's own.
    var hasOtherCredentials = false
    /// Whether Basic credentials name the client without a secret: one way of a public client to say who it is.
    var isNamedByBasic = false
    /// Whom a password grant names.
    var user: NamedUser?
    var audiences: Set<String> = []
    /// Whether it asks for claims, as an answer to a challenge with claims does.
    var hasClaims = false

    /// `nil` where no verifier can be read.
    var verifierForm: VerifierForm?
    var assertion: AssertionFacts?

    enum VerifierForm: Sendable {
        /// With the length and the characters of one, or without.
        case right, wrong
        /// Its name alone is left, as of one that a client sent empty.
        case emptied
    }

    struct NamedUser: Sendable {
        var name: SecretID
        /// Whether by the name of RFC 6749 §4.3.2; the sign-in of a provider's own page has others.
        var isOfGrant: Bool
    }

    /// By its name in the metadata (RFC 8414 §2).
    enum Authentication: String, Sendable, CaseIterable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
        case assertion = "private_key_jwt"
    }
}
