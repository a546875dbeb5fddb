package import FoundationEssentials
package import SessionHTTP

/// A session as the messages show it.
package struct ObservedSession: Sendable, Identifiable {
    /// The tokens of one answer.
    package struct Generation: Sendable {
        /// The message that they were the answer to.
        package let message: Int
        package let delivered: Date
        package let access: SecretID?
        package let refresh: SecretID?
        package let lifetime: Duration?
        /// Who was answered.
        var sender: Caller?
        var purpose = TokenPurpose()
    }

    /// How it stands, by its end.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case live
        /// The provider refused the refresh token in use, or an API its access token after the reuse of another.
        case refused
        /// The provider refused a refresh token that had been replaced. It should end the session then (RFC 9700
        /// §4.14.2); none of the tokens in use was refused yet.
        case reuseRefused = "reuse_refused"
        /// Its access token has expired, and there is no refresh token.
        case expired
        /// The client revoked its refresh token.
        case revoked
        /// The client ended the session at the provider.
        case signedOut = "signed_out"
    }

    enum End: Sendable {
        /// A token was refused: one in use, or a refresh token that had been replaced.
        case refused(SecretID, message: Int)
        /// The client revoked the refresh token.
        case revoked(message: Int)
        /// The client ended the session at the provider.
        case signedOut(message: Int)
    }

    /// The most generations that are kept, the latest.
    static let generationLimit = 16
    static let messageLimit = 32

    package let id: Int
    package let provider: Int?
    package let client: String?
    /// `nil` where it began before anything was watched.
    package let grant: TokenRequestFacts.Grant?
    /// The refresh token that it had before anything was watched; `nil` where it began later.
    var earlierToken: SecretID?
    /// The message of its sign-in.
    package let began: Int?
    package internal(set) var subject: String?
    package internal(set) var issuer: String?
    package internal(set) var generations: [Generation] = []
    /// All generations that were delivered, those not kept included.
    package internal(set) var generationCount = 0
    /// The refresh token in use: a refresh that returns none leaves it as it is (RFC 6749 §6).
    package internal(set) var refreshToken: SecretID?
    var end: End?
    package internal(set) var callers: Set<Caller> = []
    var attempt: Int?
    /// The first answer of userinfo that is about another user than the ID token.
    var foreignUserInfo: Int?
    /// What the sign-in asked for.
    var purpose = TokenPurpose()
    /// What was granted last.
    var scope: Set<String> = []
    /// Its latest messages.
    package internal(set) var messages: [Int] = []

    /// What the client wanted and has: a provider may grant more than was asked for.
    var wantedScope: Set<String> { scope.intersection(purpose.scope) }

    /// Whether a refresh is expected to succeed.
    var canRefresh: Bool { refreshToken != nil && end == nil }

    package var state: State {
        switch end {
        case nil: .live
        case .refused(let token, _): isCurrent(token) ? .refused : .reuseRefused
        case .revoked: .revoked
        case .signedOut: .signedOut
        }
    }

    /// How it stands at a moment: what can't be renewed ends with its access token.
    func state(at moment: Date) -> State {
        end == nil && refreshToken == nil && expiry.map { $0 < moment } == true ? .expired : state
    }

    /// Whether its latest tokens were not refused, and the client has not given them up.
    var isInUse: Bool { state == .live || state == .reuseRefused }

    /// Of a masked token it is taken for granted.
    private func isCurrent(_ token: SecretID) -> Bool {
        token == refreshToken || token == accessToken || token.isMasked
    }

    package var accessToken: SecretID? { generations.last?.access }

    /// When its access token ends; `nil` where the provider does not say.
    package var expiry: Date? {
        generations.last.flatMap { last in last.lifetime.map { last.delivered + $0 / .seconds(1) } }
    }

    /// Records that the provider refuses a refresh token; the first refusal counts, until one in use is refused.
    mutating func takeRefusal(of token: SecretID, in message: Int) {
        guard end == nil || state == .reuseRefused && isCurrent(token) else { return }
        end = .refused(token, message: message)
    }

    /// Records that an API refuses an access token: after the reuse of a refresh token the session's end shows so.
    mutating func takeRejection(of token: SecretID, in message: Sighting) {
        guard state == .reuseRefused, token == accessToken, expiry.map({ message.begin < $0 }) ?? true else { return }
        end = .refused(token, message: message.id)
    }

    mutating func add(_ generation: Generation) {
        generations.append(generation, keeping: Self.generationLimit)
        generationCount += 1
        refreshToken = generation.refresh ?? refreshToken
    }
}
