package import FoundationEssentials
package import SessionCore
package import SessionHTTP

/// What is kept of a message: facts, and secrets by their hash alone.
package struct Sighting: Sendable, Identifiable {
    /// Counts the messages in the order in which they began.
    package let id: Int
    package let caller: Caller?
    /// Who answers for it: the caller, or the first of a script's that each send one message.
    var sender: Caller?
    package let begin: Date
    package let method: String
    package let origin: Origin
    /// As it was sent, free of secrets.
    package let path: String
    /// Origin and path as one, to be compared.
    let place: SecretID
    package var kind: Kind
    /// The token that authorizes it: in the `Authorization` field, or in the form (RFC 6750 §2.1 and §2.2).
    var bearer: SecretID?
    /// Whom that token is for, where it says so and was not seen before.
    var audiences: Set<String> = []
    /// What stands in its URL or its body where a token may not be.
    var strays: [Stray] = []
    var proof: ProofFacts?
    var conduct = Conduct()
    /// The provider that serves it; `nil` for a call.
    var provider: Int?
    /// How it is known, where it has not passed the watch.
    package var link: LinkSource?
    /// The session that it belongs to, as soon as that is known.
    package var session: Int?

    package var end: Date?
    /// `nil` while none has come, and where none came.
    package var answer: AnswerFacts?

    package enum Kind: Sendable {
        indirect case authorization(AuthorizationFacts)
        indirect case pushedAuthorization(AuthorizationFacts)
        /// The browser brings the provider's answer back.
        case redirect(RedirectFacts)
        indirect case token(TokenRequestFacts)
        case deviceAuthorization(client: String?)
        case revocation(SecretID?)
        case introspection
        case userInfo
        /// Some providers take the refresh token, and revoke it by this.
        case endSession(idToken: SecretID?, refreshToken: SecretID?)
        case metadata, keys, registration
        case call
    }

    /// A secret at a place where it can be read by others.
    struct Stray: Sendable {
        var secret: SecretID
        var isInURL: Bool
        /// Whether the name it stands under says that it is a token.
        var isNamed: Bool
        var isNamedRefreshToken: Bool
    }
}

extension Sighting {
    /// Whether it has begun and not ended.
    package var isInFlight: Bool { end == nil }
    /// Whether no whole answer came.
    package var hasFailed: Bool { end != nil && answer == nil && link == nil }
    /// Whether it is told: of what a browser sends past the watch only an authorization request is a message.
    var isMessage: Bool {
        if case .authorization = kind { return true }
        return link == nil
    }
    package var isSuccess: Bool { answer.map { (200..<300).contains($0.status) } ?? false }
    var refusal: AnswerFacts.Refusal? { answer?.refusal }

    /// Whether its end says nothing about the request: it may succeed later.
    var hasEndedTemporarily: Bool { hasFailed || answer.map { StatusMeaning($0.status) == .temporary } ?? false }

    /// Whether the token was refused: a demand for another proof (RFC 9449 §9) or sign-in (RFC 9470 §3) is none.
    var isUnauthorized: Bool {
        answer?.status == 401 && refusal?.isAboutProof != true && refusal?.asksForStepUp != true
    }

    /// The token, the code or the device code that it presents.
    package var presented: SecretID? {
        bearer ?? tokenRequest?.refreshToken ?? tokenRequest?.code ?? tokenRequest?.deviceCode
    }

    /// Whether a mask stands where it has a token or a code.
    var isMasked: Bool {
        [presented, answer?.tokens?.access, answer?.tokens?.refresh].contains { $0?.isMasked == true }
    }

    package var tokenRequest: TokenRequestFacts? { if case .token(let facts) = kind { facts } else { nil } }
    package var refreshToken: SecretID? { tokenRequest?.grant == .refreshToken ? tokenRequest?.refreshToken : nil }

    /// A token request that redeems an authorization code: one without a code is about none.
    var redemption: TokenRequestFacts? {
        tokenRequest.flatMap { $0.grant == .authorizationCode && $0.isWhole ? $0 : nil }
    }

    /// Whether it is a refresh whose refresh token was refused, for good or perhaps.
    package var isRefreshTokenRefused: Bool {
        refreshToken != nil && answer.map { $0.tokens == nil && $0.verdict != .unharmed } ?? false
    }

    /// An authorization request by its parameters, wherever they were sent.
    var authorization: AuthorizationFacts? {
        switch kind {
        case .authorization(let facts), .pushedAuthorization(let facts): facts
        default: nil
        }
    }

    /// The client that it names.
    package var client: String? {
        switch kind {
        case .authorization(let facts), .pushedAuthorization(let facts): facts.client
        case .token(let facts): facts.client
        case .deviceAuthorization(let client): client
        default: nil
        }
    }

    /// Whether it asks a resource for something.
    package var isOfResource: Bool {
        switch kind {
        case .call, .userInfo: true
        default: false
        }
    }

    /// Whether both ask for the same, and come from the same sender.
    func isSameRequest(as other: Sighting) -> Bool {
        method == other.method && place == other.place && sender == other.sender
    }

    /// Whether the answer to the one had come before the other was sent.
    func hasEnded(before other: Sighting) -> Bool { end.map { $0 <= other.begin } ?? false }

    /// Whether both were under way at one time.
    func overlaps(_ other: Sighting) -> Bool { !hasEnded(before: other) && !other.hasEnded(before: self) }
}
