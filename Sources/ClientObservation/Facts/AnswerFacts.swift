import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP

/// What an answer says.
package struct AnswerFacts: Sendable {
    package var status: Int
    /// Whether it is not the server's own.
    var isInjected = false
    /// The error of the body (RFC 6749 §5.2), or that of the challenge (RFC 6750 §3.1).
    package var refusal: Refusal?
    /// Whether it has a challenge at all (RFC 9110 §11.6.1).
    var isChallenging = false
    var openness = Openness()
    /// The scope that a challenge asks for.
    var challengedScope: Set<String> = []
    var retryAfter: Duration?
    var date: Date?
    var forbidsStoring = false
    /// The nonce for the next proof (RFC 9449 §8).
    var nonce: SecretID?
    /// Where a redirect leads to.
    var location: Location?
    package var tokens: IssuedTokens?
    /// What it says of the refresh token that was sent, where it hands out none.
    var verdict = RefreshTokenVerdict.unharmed
    /// Whether it should hand something out, and what that is can't be read.
    var isUnread = false
    var device: DeviceGrant?
    var registration: RegistrationFacts?
    /// What PAR returns (RFC 9126 §2.2).
    var requestURI: SecretID?

    /// The `sub` of userinfo.
    var subject: String?
    /// The provider's keys.
    var keys: JWKSet?
    /// How long a cache may keep it (RFC 9111 §5.2.2.1).
    var freshness: Duration?
    var resource: ResourceMetadataFacts?
    /// Whether it is a provider's or a resource's metadata, and could be read.
    var isMetadata = false
    /// The issuer that metadata name at the place of another one's.
    var misplacedIssuer: String?

    /// The tokens and codes in it.
    var secrets: [SecretID] {
        [tokens?.access, tokens?.refresh, tokens?.id, device?.code, location?.redirect.code].compactMap(\.self)
            + (tokens?.others ?? [])
    }

    /// What it lets its readers know.
    struct Openness: Sendable {
        /// Whether a challenge says where the resource's metadata are (RFC 9728 §5.1).
        var namesMetadata = false
        /// Whether pages of another origin may read it (Fetch, section 3.3.3).
        var allowsOrigin = false
        /// Whether they may read the challenge.
        var exposesChallenge = false
    }

    struct Location: Sendable {
        var place: SecretID
        var redirect: RedirectFacts
    }

    struct DeviceGrant: Sendable {
        var code: SecretID
        var interval: Duration
    }

    /// The error codes that the rules know.
    ///
    /// Any other text is dropped, because it could echo a secret.
    package enum Refusal: String, Sendable {
        case invalidGrant = "invalid_grant"
        case invalidClient = "invalid_client"
        case invalidToken = "invalid_token"
        case invalidProof = "invalid_dpop_proof"
        case nonceMissing = "use_dpop_nonce"
        case insufficientScope = "insufficient_scope"
        case insufficientAuthentication = "insufficient_user_authentication"
        case insufficientClaims = "insufficient_claims"
        case pending = "authorization_pending"
        case slowDown = "slow_down"
        case invalidRequest = "invalid_request"
        case invalidScope = "invalid_scope"
        case invalidTarget = "invalid_target"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrant = "unsupported_grant_type"
        case unsupportedResponse = "unsupported_response_type"
        case accessDenied = "access_denied"
        case expiredDeviceCode = "expired_token"
        case loginRequired = "login_required"
        case interactionRequired = "interaction_required"
        case consentRequired = "consent_required"
        case accountRequired = "account_selection_required"
        case serverError = "server_error"
        case unavailable = "temporarily_unavailable"
        // GitHub's, Google's and Slack's words.
        case wrongCredentials = "incorrect_client_credentials"
        case wrongSecret = "bad_client_secret"
        case wrongClient = "invalid_client_id"
        case wrongCode = "bad_verification_code"
        case invalidCode = "invalid_code"
        case wrongRedirect = "redirect_uri_mismatch"
        case badRefreshToken = "bad_refresh_token"
        case tooMany = "ratelimited"
        case other

        /// Whether another kind of sign-in would be answered otherwise (RFC 9470 §3, RFC 6750 §3.1).
        var asksForStepUp: Bool {
            self == .insufficientScope || self == .insufficientAuthentication || self == .insufficientClaims
        }

        /// Whether it is the client that is refused (RFC 6749 §5.2).
        var isOfClient: Bool {
            self == .invalidClient || self == .wrongCredentials || self == .wrongSecret || self == .wrongClient
        }

        /// Whether the code is refused, or what was sent along to show whose it is.
        var isOfCode: Bool {
            self == .invalidGrant || self == .wrongCode || self == .invalidCode || self == .wrongRedirect
        }

        /// Whether it is the user's decision, or waits for it.
        var isOfUser: Bool {
            switch self {
            case .accessDenied, .expiredDeviceCode, .loginRequired, .interactionRequired, .consentRequired,
                .accountRequired:
                true
            default: false
            }
        }

        /// Whether the same request may succeed later.
        var isPassing: Bool {
            switch self {
            case .pending, .slowDown, .serverError, .unavailable, .tooMany: true
            default: false
            }
        }

        /// Whether it is about the proof and not about the token or the grant.
        var isAboutProof: Bool { self == .invalidProof || self == .nonceMissing }
    }
}

/// What a successful answer of the token endpoint hands out (RFC 6749 §5.1).
package struct IssuedTokens: Sendable {
    package var access: SecretID?
    package var expiresIn: Duration?
    package var refresh: SecretID?
    var id: SecretID?
    /// Access tokens of other users or bots beside it, as Slack hands them out.
    var others: [SecretID] = []
    /// The `sub` and the `iss` of the ID token, unchecked.
    var subject: String?
    var issuer: String?
    /// `nil` where the answer leaves it out.
    var scope: Set<String>?
    var identity: IDTokenFacts?
    /// Whether they are bound to a key (RFC 9449 §5).
    var isBound = false
    /// How long the refresh token lives.
    var refreshExpiresIn: Duration?
    /// Whom a readable access token is for.
    var audiences: Set<String> = []
}
