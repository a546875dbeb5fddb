public import FoundationEssentials
package import JOSE

/// All that can be shown of a session at one moment, without its secrets.
public struct SessionStatus: Sendable, Hashable {
    public var state: SessionState
    /// Counts sign-ins; 0 until the first.
    public var generation: Int
    /// When the provider or an API last accepted the session's token; `nil` means local knowledge only.
    public var verifiedAt: Date?
    /// Why the session may be dead; `nil` where nothing speaks for that.
    public var suspicion: SessionSuspicion?
    public var accessToken: TokenStatus?
    public var refreshToken: TokenStatus?
    public var idToken: IDTokenStatus?
    /// The granted scope, in the provider's order; `nil` where the provider did not say, because it is the one that was
    /// asked for (RFC 6749 §5.1).
    public var scope: [String]?
    /// The scope that the sign-in asked for; `nil` where none was, or where that is not known.
    public var requestedScope: [String]?
    /// The `sub` of the session, from the ID token or userinfo.
    public var subject: String?
    public var userInfo: UserInfo?
    /// When the access token is due to be refreshed; `nil` where nothing will be refreshed by itself.
    public var refreshDueAt: Date?
    /// Why the access token is left to the next call although it could be refreshed; ``refreshDueAt`` is `nil` then.
    public var refreshDeferral: RefreshDeferral?
    /// Whether a refresh is on its way now, and how many callers wait for it.
    public var refreshWaiters: Int?
    /// How far the provider's clock is ahead of ours by its `Date` header; `nil` until it has answered.
    public var clockSkew: Duration?
    public var refreshCount: Int
    public var unauthorizedCount: Int
    public var lastRefreshAt: Date?
    /// When and by which process the last session was ended, as far as the store says; `nil` while somebody is signed in.
    public var ending: SessionEnding?

    /// Creates the status of a session that knows nothing yet.
    public init() {
        state = .unknown
        generation = 0
        refreshCount = 0
        unauthorizedCount = 0
    }
}

/// Why an access token is refreshed by its next use only, and not ahead of it.
public enum RefreshDeferral: Sendable, Hashable {
    /// It had expired when it came: `expires_in` is 0, or the answer took longer.
    case arrivedExpired
    /// It lives for this long, which is too short to keep it fresh while nothing uses it.
    case shortLived(Duration)
}

extension RefreshDeferral: CustomStringConvertible {
    /// The reason, as a part of a sentence.
    public var description: String {
        switch self {
        case .arrivedExpired: "the provider issues tokens that have expired already"
        case .shortLived(let lifetime): "tokens live only \(lifetime.inWords)"
        }
    }
}

/// What can be shown of a token.
public struct TokenStatus: Sendable, Hashable {
    public var fingerprint: Fingerprint
    public var obtainedAt: Date
    public var expiry: TokenExpiry

    public init(fingerprint: Fingerprint, obtainedAt: Date, expiry: TokenExpiry) {
        self.fingerprint = fingerprint
        self.obtainedAt = obtainedAt
        self.expiry = expiry
    }
}

/// When a token ends, and who says so.
public enum TokenExpiry: Sendable, Hashable {
    public enum Source: String, Sendable, Hashable, Codable {
        case expiresIn = "expires_in"
        /// No RFC has a member for the life of a refresh token; this is Keycloak's.
        case refreshExpiresIn = "refresh_expires_in"
        /// The same, as most others call it.
        case refreshTokenExpiresIn = "refresh_token_expires_in"
        case claim = "exp"
        case introspection
        /// The provider rejected the token, or a person declared it expired.
        case declared
    }

    /// By our wall clock, with the provider's skew taken out.
    case at(Date, Source)
    /// The provider did not say. The token is used until it is rejected.
    case unknown
}

/// What can be shown of an ID token.
public struct IDTokenStatus: Sendable, Hashable {
    public var fingerprint: Fingerprint
    public var expiresAt: Date?
    public var trust: TokenTrust

    public init(fingerprint: Fingerprint, expiresAt: Date?, trust: TokenTrust) {
        self.fingerprint = fingerprint
        self.expiresAt = expiresAt
        self.trust = trust
    }
}

/// What is known about a token's signature and claims.
public enum TokenTrust: Sendable, Hashable {
    case verified(algorithm: String, keyID: String?)
    case failed(String)
    case notChecked(String)
}

/// The claims of the userinfo endpoint (OpenID Connect Core §5.3), in the provider's order.
public struct UserInfo: Sendable, Hashable {
    public let subject: String
    /// Names and values for display: a string as it is, anything else as JSON; a long value is cut.
    public let claims: [Claim]

    public struct Claim: Sendable, Hashable {
        public let name: String
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

        /// The claim as an event tells it.
        init(name: String, summary: String, of claim: Claim) {
            self.name = name
            value = summary
            let isWhole = summary == (claim.json.string ?? claim.json.serialized())
            json = isWhole ? claim.json : .string(summary)
        }
    }

    public init(subject: String, claims: [Claim]) {
        self.subject = subject
        self.claims = claims
    }

    /// The value of a claim, as it is displayed.
    public subscript(name: String) -> String? { claims.first { $0.name == name }?.value }
}
