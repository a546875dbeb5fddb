import FoundationEssentials
import SessionCore

/// What a refusal without a reason can mean, from what is known of the tokens.
enum RefusalMeaning: Sendable, Hashable {
    /// The announced end of the refresh token had passed, so long before.
    case ended(Duration)
    /// That refresh token had been sent before, and no answer came.
    case answerLost(Duration)
    /// The provider had refused it before, without saying that it is invalid.
    case refusedBefore(Duration)
    /// A refresh had replaced it.
    case spent(Duration)
    /// Another process stored it, so long before.
    case adopted(Duration)
    /// The API refused the access token before its time.
    case refusedByAPI(left: Duration)
    /// The refresh token was old, and its end was not announced.
    case old(Duration)
    /// The refresh token was never sent before.
    case fresh(Duration)

    /// In a sentence.
    var words: String {
        switch self {
        case .ended(let time): "The refresh token had expired: its announced end was \(time.inWords) earlier."
        case .answerLost(let time):
            "The refresh token was sent \(time.inWords) earlier, without an answer: a second use looks like theft."
        case .refusedBefore(let time): "The refresh token had been refused \(time.inWords) earlier, too."
        case .spent(let time):
            "A refresh had replaced it \(time.inWords) earlier: using a spent token looks like theft."
        case .adopted(let time):
            "Another process stored it \(time.inWords) earlier and may have used it since: it works once."
        case .refusedByAPI(let left):
            "The API refused the access token first, with \(left.inWords) left: the session was ended at the "
                + "provider, or "
                + "by a sign-in elsewhere."
        case .old(let age):
            "The refresh token was \(age.inWords) old, with no announced end: providers drop old and unused ones."
        case .fresh(let age):
            "The refresh token was \(age.inWords) old and not sent before: the session was ended at the provider, "
                + "or by a "
                + "sign-in elsewhere."
        }
    }
}

extension RefusalMeaning {
    /// A refresh token that is older than this, and without an announced end, may have been dropped for its age.
    private static let oldAge = Duration.seconds(3600)

    /// The likeliest first; none where the provider gave its reason, or a fault made up the answer.
    static func all(
        of end: SessionEnd, at event: SessionEvent, in chain: [SessionEvent], log: EventLog,
        before status: SessionStatus
    ) -> [RefusalMeaning] {
        let isInjected = chain.contains { if case .injected = $0.kind { true } else { false } }
        guard case .refreshRejected(let refusal) = end, refusal.reason == nil, !isInjected else { return [] }
        var evidence = RefusalEvidence(at: event.time, generation: event.generation)
        for earlier in log.events where earlier.sequence < event.sequence { evidence.observe(earlier) }
        return evidence.meanings(before: status)
    }

    fileprivate static func judgeAge(_ age: Duration, hasEnd: Bool, wasSent: Bool) -> RefusalMeaning? {
        if age >= oldAge, !hasEnd { return .old(age) }
        return wasSent ? nil : .fresh(age)
    }
}

/// What the events tell of the refresh token that was refused in the end.
private struct RefusalEvidence {
    private let time: Date
    private let generation: Int
    private enum Outcome { case unknown, lost, refused }

    /// The refresh token of each refresh, with its time and what came of it.
    private var sent: [(token: Fingerprint, time: Date, outcome: Outcome)] = []
    /// When a refresh replaced a token.
    private var replaced: [Fingerprint: Date] = [:]
    private var known: [Fingerprint: TokenStatus] = [:]
    private var adopted: [Fingerprint: Date] = [:]
    private var refusedWithLeft: Duration?

    init(at time: Date, generation: Int) { (self.time, self.generation) = (time, generation) }

    mutating func observe(_ event: SessionEvent) {
        guard event.generation == generation else { return }
        switch event.kind {
        case .signedIn(_, let tokens): keep(tokens)
        case .refreshStarted(let trigger, _, let token):
            if let token { sent.append((token, event.time, .unknown)) }
            if case .unauthorized = trigger { break }
            refusedWithLeft = nil
        case .refreshFailed(let error, _):
            settle(error.isWithoutAnswer ? .lost : error.refusesRefresh ? .refused : .unknown)
        case .suspected: settle(.refused)
        case .refreshed(let tokens, _, let spent):
            if let spent, spent != tokens.refresh?.fingerprint { replaced[spent] = event.time }
            keep(tokens)
        case .adoptedFromStore(let tokens):
            keep(tokens)
            if let refresh = tokens.refresh?.fingerprint { adopted[refresh] = event.time }
        case .unauthorized(let facts, _): refusedWithLeft = facts.tokenLifetimeLeft
        default: break
        }
    }

    /// Of the refresh that was begun last, the first that is known of it.
    private mutating func settle(_ outcome: Outcome) {
        if let last = sent.indices.last, sent[last].outcome == .unknown { sent[last].outcome = outcome }
    }

    private mutating func keep(_ tokens: SessionTokens) {
        refusedWithLeft = nil
        if let refresh = tokens.refresh, known[refresh.fingerprint] == nil { known[refresh.fingerprint] = refresh }
    }

    func meanings(before status: SessionStatus) -> [RefusalMeaning] {
        guard let last = sent.last else { return [] }
        let facts = known[last.token] ?? status.refreshToken.flatMap { $0.fingerprint == last.token ? $0 : nil }
        let earlier = sent.dropLast().filter { $0.token == last.token }
        var meanings: [RefusalMeaning] = []
        var hasEnd = false
        if case .at(let end, _)? = facts?.expiry {
            hasEnd = true
            if end <= last.time { meanings.append(.ended(distance(from: end, to: last.time))) }
        }
        if let date = replaced[last.token] { meanings.append(.spent(distance(from: date, to: last.time))) }
        if let lost = earlier.last(where: { $0.outcome == .lost }) {
            meanings.append(.answerLost(distance(from: lost.time, to: last.time)))
        }
        if let refused = earlier.last(where: { $0.outcome == .refused }) {
            meanings.append(.refusedBefore(distance(from: refused.time, to: last.time)))
        }
        if let date = adopted[last.token] { meanings.append(.adopted(distance(from: date, to: last.time))) }
        if let left = refusedWithLeft, left > .zero { meanings.append(.refusedByAPI(left: left)) }
        if let facts, meanings.isEmpty || !hasEnd {
            let age = distance(from: facts.obtainedAt, to: last.time)
            let wasSent = !earlier.isEmpty || !meanings.isEmpty
            if let meaning = RefusalMeaning.judgeAge(age, hasEnd: hasEnd, wasSent: wasSent) { meanings.append(meaning) }
        }
        return meanings
    }

    private func distance(from earlier: Date, to later: Date) -> Duration {
        .seconds(Int(max(0, later.timeIntervalSince(earlier))))
    }
}

extension SessionError {
    /// Whether nothing, or not the whole of an answer, has come.
    fileprivate var isWithoutAnswer: Bool {
        switch self {
        case .transport, .cancelled: true
        case .backingOff(_, let failure): failure.isWithoutAnswer
        default: false
        }
    }
}
