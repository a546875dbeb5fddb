public import FoundationEssentials
package import JOSE

/// All that can be shown of a session at one moment, without its secrets.
public struct SessionStatus: Sendable, Hashable {
    /// Equals ``Session/state`` at that moment.
    public var state: SessionState
    /// The name of the flow that the session began by, in whichever process; after its end that of the ended session.
    ///
    /// `nil` where neither is known.
    public var flow: String?
    /// Counts sign-ins; 0 until the first.
    public var generation: Int
    /// When the provider or an API last answered 2xx to the session's token; `nil` means local knowledge only.
    ///
    /// A path of an API that checks no token answers 2xx too.
    public var verifiedAt: Date?
    /// Why the session may have ended at the provider; `nil` if there is no sign of that.
    public var suspicion: SessionSuspicion?
    /// The access token's facts; `nil` without a session.
    public var accessToken: TokenStatus?
    /// The refresh token's facts; `nil` where the provider gave none, or without a session.
    public var refreshToken: TokenStatus?
    /// When what the user allowed ends, whatever tokens are issued for it; `nil` where the provider does not say.
    public var grantEndsAt: Date?
    /// Whether the sign-in's flow gets the next tokens: it needs neither a person nor a refresh token.
    public var isRenewedByFlow = false
    /// The latest ID token's facts; `nil` where the provider sent none, or without a session.
    public var idToken: IDTokenStatus?
    /// The granted scope, in the provider's order; `nil` where the provider did not say, because it is the one that was
    /// asked for (RFC 6749 §5.1).
    public var scope: [String]?
    /// The scope that the sign-in asked for; `nil` where none was, or where that is not known.
    public var requestedScope: [String]?
    /// The values of ``ClientConfiguration/optionalScope`` that the sign-in left out, because the provider does not
    /// list them.
    public var unlistedScope: [String] = []
    /// The `sub` of the session, from the ID token or userinfo.
    public var subject: String?
    /// The latest answer of the userinfo endpoint; `nil` until one came in this session and process.
    public var userInfo: UserInfo?
    /// When the access token is due to be refreshed; `nil` where no refresh is planned.
    ///
    /// After a refresh that failed it is not before the next one may be tried.
    public var refreshDueAt: Date?
    /// Why the access token is refreshed by the next call only; ``refreshDueAt`` is `nil` then.
    public var refreshDeferral: RefreshDeferral?
    /// From when on a call refreshes the access token that is left to calls; `nil` where none is left to them.
    package var refreshedByCallsFrom: Date?
    /// How many callers wait for the refresh that is under way; `nil` without one.
    public var refreshWaiters: Int?
    /// How far the provider's clock is ahead of ours by its `Date` header; `nil` until it has answered.
    ///
    /// Until the provider answers this process, the value that was stored with the tokens.
    public var clockSkew: Duration?
    /// How many refreshes this ``Session`` has made, since it was created and over all generations.
    public var refreshCount: Int
    /// How many 401s to its tokens this ``Session`` has seen, since it was created and over all generations.
    public var unauthorizedCount: Int
    /// When this ``Session`` last refreshed, by the wall clock; `nil` until it has.
    public var lastRefreshAt: Date?
    /// When and by which process the last session was ended, as far as the store says; `nil` during a session.
    public var endedSession: EndedSession?
    /// When the provider's metadata was last read, by this process or another that shares the store.
    ///
    /// This copy is used where the provider returns none. `nil` where the metadata was never read.
    public var metadataReadAt: Date?
    /// Whether the configuration or the metadata that was read last has an introspection endpoint for this client.
    ///
    /// The provider may have one in a document that has not been read.
    package var hasIntrospection = false

    /// Creates the status of a session that knows nothing yet.
    public init() {
        state = .unknown
        generation = 0
        refreshCount = 0
        unauthorizedCount = 0
    }
}

/// Why an access token is refreshed by its next use, and not ahead of it.
public enum RefreshDeferral: Sendable, Hashable {
    /// The token had expired on arrival: `expires_in` is 0, or the answer took longer.
    case arrivedExpired
    /// The token lives for this long, which is too short to keep it fresh while nothing uses it.
    case shortLived(Duration)
}

extension RefreshDeferral: CustomStringConvertible {
    /// The reason, as a part of a sentence.
    public var description: String {
        switch self {
        case .arrivedExpired: "the provider issues tokens that have already expired"
        case .shortLived(let lifetime): "tokens live only \(lifetime.inWords)"
        }
    }
}

/// What can be shown of a token.
public struct TokenStatus: Sendable, Hashable {
    /// The token's short public name.
    public var fingerprint: Fingerprint
    /// When the token was asked for, by the wall clock: its lifetime counts from here.
    public var obtainedAt: Date
    /// When the token ends.
    public var expiry: TokenExpiry

    /// Creates a status, for displays and tests.
    public init(fingerprint: Fingerprint, obtainedAt: Date, expiry: TokenExpiry) {
        self.fingerprint = fingerprint
        self.obtainedAt = obtainedAt
        self.expiry = expiry
    }
}

/// When a token ends, and where that is known from.
public enum TokenExpiry: Sendable, Hashable {
    /// Where an expiry is known from; the raw value is the member's name, where it is one.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The token response's `expires_in` (RFC 6749 §5.1), counted from the request.
        case expiresIn = "expires_in"
        /// How long a refresh token may be kept without using it (draft-ietf-oauth-refresh-token-expiration).
        case refreshTokenTimeout = "refresh_token_timeout"
        /// The end of what the user allowed, by the same draft: no refresh token outlives it.
        case authorizationExpiresIn = "authorization_expires_in"
        /// Keycloak's name for the life of a refresh token.
        case refreshExpiresIn = "refresh_expires_in"
        /// The name that most other providers use.
        case refreshTokenExpiresIn = "refresh_token_expires_in"
        /// The token's own `exp` claim (RFC 7519 §4.1.4).
        case claim = "exp"
        /// The provider's answer about the token (RFC 7662 §2.2).
        case introspection
        /// A person declared the token expired before its time.
        case declared
        /// A server rejected the token before its time.
        case rejected
    }

    /// By our wall clock, corrected for the provider's skew.
    case at(Date, Source)
    /// The provider did not say. The token is used until it is rejected.
    case unknown
}

/// What can be shown of an ID token.
public struct IDTokenStatus: Sendable, Hashable {
    /// The token's short public name.
    public var fingerprint: Fingerprint
    /// The `exp` claim, by the provider's clock.
    ///
    /// It bounds when the token may be accepted (OpenID Connect Core §2) and not how long the session lives.
    public var expiresAt: Date?
    /// What is known of its signature.
    public var trust: TokenTrust

    /// Creates a status, for displays and tests.
    public init(fingerprint: Fingerprint, expiresAt: Date?, trust: TokenTrust) {
        self.fingerprint = fingerprint
        self.expiresAt = expiresAt
        self.trust = trust
    }
}

/// What is known about a token's signature and claims.
public enum TokenTrust: Sendable, Hashable {
    /// A key of the provider, or the client secret, verifies the signature; `keyID` is the header's `kid`.
    case verified(algorithm: String, keyID: String?)
    /// This check failed: the token is not used.
    case failed(String)
    /// The signature was not checked, for this reason: the provider's keys were not available.
    case notChecked(String)
}

/// The claims of the userinfo endpoint (OpenID Connect Core §5.3), in the provider's order.
public struct UserInfo: Sendable, Hashable {
    /// The `sub` claim: the user's identifier at this issuer, the same as the ID token's.
    public let subject: String
    /// Names and values for display: a string as it is, anything else as JSON; a long value is cut.
    public let claims: [Claim]

    /// One claim of the answer.
    public struct Claim: Sendable, Hashable {
        /// The claim's name as received, such as `email`.
        public let name: String
        /// The value for display: a string as it is, anything else as JSON; cut where it is long.
        public let value: String
        /// The value as it was received.
        package let json: JSONValue

        /// A claim that is a string.
        public init(name: String, value: String) {
            self.init(name: name, json: .string(value))
        }

        package init(name: String, json: JSONValue) {
            self.name = name
            self.json = json
            value = Shown.cut(json.string ?? json.serialized())
        }

        /// The claim as an event has it.
        init(name: String, summary: String, of claim: Claim) {
            self.name = name
            value = summary
            let isWhole = summary == (claim.json.string ?? claim.json.serialized())
            json = isWhole ? claim.json : .string(summary)
        }
    }

    /// Creates userinfo, for displays and tests; ``Session/fetchUserInfo()`` returns the provider's.
    public init(subject: String, claims: [Claim]) {
        self.subject = subject
        self.claims = claims
    }

    /// The value of a claim, as it is displayed.
    public subscript(name: String) -> String? { claims.first { $0.name == name }?.value }
}

extension SessionStatus {
    /// Whether a browser may still be signed in at the provider as the user who signed out here.
    package var mayBeSignedInAtProvider: Bool {
        state == .noSession(.signedOut) && endedSession?.isEndedAtProvider != true
    }
}
