import FoundationEssentials
import SessionCore
import SessionHTTP

/// What is known of a token, a code or a device code.
struct TokenRecord: Sendable {
    enum Use: Sendable, Hashable { case access, refresh, id, code, deviceCode }

    /// A message that did something to it, and when that was known.
    struct Deed: Sendable {
        var message: Int
        var moment: Date
    }

    /// A resource that refuses it.
    struct Refusal: Sendable {
        var origin: Origin
        var first: Deed
    }

    /// The programs that sent a refresh token, by what they were answered.
    struct Users: Sendable {
        private static let limit = 4

        /// Those that have new tokens from it, in order.
        private(set) var answered: [Caller] = []
        /// Those that were refused, in order.
        private(set) var refused: [Caller] = []
        /// Who sent it last; it may be without an answer.
        private(set) var last: Caller?

        mutating func send(by caller: Caller?) { last = caller }

        mutating func answer(_ caller: Caller?, isRefused: Bool) {
            guard let caller else { return }
            if isRefused, !refused.contains(caller) { refused.append(caller, keeping: Self.limit) }
            if !isRefused, !answered.contains(caller) { answered.append(caller, keeping: Self.limit) }
        }
    }

    /// The most messages that are kept of those that present it, the latest.
    static let presentationLimit = 16
    static let rejectionLimit = 8

    let use: Use
    var session: Int?
    /// The answer that delivered it; `nil` where that was before anything was watched.
    var issued: Deed?
    var expiry: Date?
    /// Whether it is bound to a key (RFC 9449 §5).
    var isBound = false
    /// Whom it says that it is for.
    var audiences: Set<String> = []
    /// The refresh token that was spent for it.
    var predecessor: SecretID?
    /// The refresh tokens that were delivered in its place, in order.
    var successors: [(token: SecretID, delivery: Deed)] = []
    /// The messages that present it where it belongs, in order.
    var presentations: [Int] = []
    /// Who used it as a refresh token.
    var users = Users()
    /// The answer that refused it for good, or after which its refusals were as many as that.
    var refused: Deed?
    /// The first answer that refused it.
    private var doubted: Deed?
    private var refusals = RefusalCount()
    var rejections: [Refusal] = []
    var revoked: Deed?

    /// The authorization request that a code answers, the issuer that the answer names, and the message that brought
    /// it.
    var attempt: Int?
    var redirect: RedirectFacts?
    var redirectMessage: Int?
    /// How long a device waits between two requests; it grows with each `slow_down` (RFC 8628 §3.5).
    var interval: Duration = .seconds(5)

    mutating func record(_ verdict: RefreshTokenVerdict, _ deed: Deed) {
        guard verdict != .unharmed else { return }
        let first = doubted ?? deed
        doubted = first
        refusals = refusals.adding(isBare: verdict == .bare)
        let time = Duration.seconds(deed.moment.timeIntervalSince(first.moment))
        if verdict == .dead || refusals.isEnough(after: time) { refused = refused ?? deed }
    }

    init(_ use: Use, session: Int? = nil, issued: Deed? = nil) {
        self.use = use
        self.session = session
        self.issued = issued
    }
}
