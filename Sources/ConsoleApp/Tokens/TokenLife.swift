import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore

/// What became of a token, as far as the session's events tell.
struct TokenLife: Sendable, Hashable {
    let fingerprint: Fingerprint
    let kind: TokenKind
    /// When it was asked for; `nil` if that is not known.
    var obtainedAt: Date?
    var expiry: TokenExpiry = .unknown
    /// What is known of its signature; `nil` if it was not checked.
    var trust: TokenTrust?
    /// The token that it replaced, and the one that replaced it.
    var ancestor: Fingerprint?
    var successor: Fingerprint?
    /// How calls of this session were answered that carried it; another process's are not known.
    var answers = AnswerTally()
    private(set) var steps: [Step] = []
    /// How many of the steps are left out.
    private(set) var omitted = 0

    struct Step: Sendable, Hashable {
        let date: Date
        let kind: Kind
        /// How many equal rejections it stands for: the calls of a burst are answered alike.
        var times = 1

        enum Kind: Sendable, Hashable {
            case issued(how: String)
            case replaced(by: Fingerprint)
            case rejected(String)
            case suspected(String)
            case declaredExpired
            /// The provider was asked.
            case introspected(isActive: Bool)
            case revoked
            case notRevoked(String)
            /// The session that held it is over.
            case dropped(String)
        }
    }

    /// More steps than this are not kept: the first one and the newest ones are.
    static let capacity = 12

    init(_ fingerprint: Fingerprint, _ kind: TokenKind) {
        (self.fingerprint, self.kind) = (fingerprint, kind)
    }

    mutating func append(_ kind: Step.Kind, at date: Date) {
        if case .rejected = kind, let last = steps.indices.last, steps[last].kind == kind {
            steps[last].times += 1
            return
        }
        steps.append(Step(date: date, kind: kind))
        guard steps.count > Self.capacity else { return }
        steps.remove(at: 1)
        omitted += 1
    }

    /// Takes up what is known of its signature; a check that could not be made takes no verdict back.
    mutating func judge(_ trust: TokenTrust) {
        if trust.isVerdict || self.trust?.isVerdict != true { self.trust = trust }
    }

    /// Whether it is over for the session: replaced, rejected for good, or dropped with the session.
    var isPast: Bool {
        steps.contains { step in
            switch step.kind {
            case .replaced, .dropped, .revoked: true
            case .issued, .rejected, .suspected, .declaredExpired, .introspected, .notRevoked: false
            }
        }
    }

    /// When it ends, by our clock: an ID token says so by the provider's.
    func end(by status: SessionStatus) -> Date? {
        guard case .at(let date, let source) = expiry, !source.isBeforeItsTime else { return nil }
        return kind == .identity ? status.localTime(date) : date
    }

    /// The steps as they come in time, those ahead included.
    func line(refreshDueAt: Date?, by status: SessionStatus = SessionStatus(), now: Date) -> [LifeLine] {
        var lines = steps.map { LifeLine(date: $0.date, text: $0.words, tone: $0.kind.tone, isAhead: false) }
        if let refreshDueAt, !isPast {
            let isAhead = refreshDueAt > now
            lines.append(
                LifeLine(
                    date: refreshDueAt, text: isAhead ? "refresh due" : "refresh was due", tone: .plain,
                    isAhead: isAhead))
        }
        if case .at(_, let source) = expiry, let end = end(by: status) {
            let isAhead = end > now
            lines.append(
                LifeLine(
                    date: end, text: isAhead ? "expires" : "expired", detail: ", by \(source.words)",
                    tone: isAhead ? .plain : .bad, isAhead: isAhead))
        }
        // What is equal in time keeps its place.
        return lines.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    }
}

extension TokenExpiry {
    /// Whether a server rejected the token before its time.
    var isRejection: Bool { if case .at(_, .rejected) = self { true } else { false } }
    /// What has happened to a token when it is over.
    var pastWord: String { isRejection ? "rejected" : "expired" }
}

/// A moment in the life of a token.
struct LifeLine: Sendable, Hashable {
    let date: Date
    /// May contain text from outside.
    let text: String
    /// Said after how far ahead it is.
    var detail = ""
    let tone: Tone
    let isAhead: Bool
}

extension TokenLife.Step {
    var words: String {
        guard case .rejected(let reason) = kind, times > 1 else { return kind.words }
        return "rejected \(times) times: \(reason)"
    }
}

extension TokenLife.Step.Kind {
    var words: String {
        switch self {
        case .issued(let how): how
        case .replaced(let token): "replaced by \(token)"
        case .rejected(let reason): "rejected: \(reason)"
        case .suspected(let reason): "suspect: \(reason)"
        case .declaredExpired: "declared expired"
        case .introspected(let isActive): "introspection: \(isActive ? "active" : "not active")"
        case .revoked: "revoked at the provider"
        case .notRevoked(let reason): "not revoked: \(reason)"
        case .dropped(let reason): "dropped: \(reason)"
        }
    }

    var tone: Tone {
        switch self {
        case .issued: .good
        case .rejected, .introspected(isActive: false): .bad
        case .suspected, .declaredExpired, .notRevoked: .warning
        case .replaced, .introspected(isActive: true), .revoked, .dropped: .plain
        }
    }
}

extension TokenExpiry.Source {
    /// Why the token ends when it does, as a part of a sentence.
    var clause: String {
        switch self {
        case .declared: "declared expired"
        case .rejected: "rejected before its time"
        case .expiresIn, .refreshTokenTimeout, .authorizationExpiresIn, .refreshExpiresIn, .refreshTokenExpiresIn,
            .claim, .introspection:
            "expiry by \(words)"
        }
    }

    /// Who says when the token ends.
    var words: String {
        switch self {
        case .expiresIn, .refreshTokenTimeout, .authorizationExpiresIn, .refreshExpiresIn, .refreshTokenExpiresIn:
            rawValue
        case .claim: "exp claim"
        case .introspection: "introspection"
        case .declared: "declared expired"
        case .rejected: "rejection"
        }
    }
}
