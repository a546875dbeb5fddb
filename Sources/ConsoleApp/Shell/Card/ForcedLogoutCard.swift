import FoundationEssentials
import SessionCore

/// The card that is shown once for a lost session.
struct ForcedLogoutCard: Sendable {
    /// A refresh that brought tokens.
    struct GoodRefresh: Sendable, Hashable {
        let time: Date
        /// Whether another process made it, so that the time is when its tokens were found in the store.
        let isAdopted: Bool
    }

    let generation: Int
    let end: SessionEnd
    let time: Date
    /// The process that ended it, if it was another one.
    let process: String?
    /// The answer that ended it: status line and the server's error.
    let decidingAnswer: String?
    /// The events that led to the end, as they happened.
    let chain: [SessionEvent]
    /// What ended the session: the last 401, or else the last refusal of the refresh token.
    var deciding: SessionEvent? {
        chain.last { if case .unauthorized = $0.kind { true } else { false } }
            ?? chain.last { if case .refreshRejected = $0.kind { true } else { false } }
    }
    let lastGoodRefresh: GoodRefresh?
    /// The state of the rejected token by our clock; `nil` if no rejection led to the end.
    let clock: String?
    /// The names and fingerprints of what was deleted here.
    let wiped: [String]
    /// What the sign-in asked for and the provider did not give, and what it did not ask for.
    let missing: [String]
    /// What an end without a reason can mean, the likeliest first.
    let meanings: [RefusalMeaning]

    init(_ event: SessionEvent, end: SessionEnd, log: EventLog, before status: SessionStatus) {
        generation = event.generation
        self.end = end
        time = event.time
        process = nil
        chain = log.events.steps(to: event).dropLast()
        clock = Self.clock(of: chain)
        decidingAnswer = Self.decidingAnswer(chain, log: log, event: event)
        lastGoodRefresh = Self.lastGoodRefresh(log, event.generation)
        wiped = Self.wiped(log: log, generation: event.generation, status: status)
        missing = Self.missing(status)
        meanings = RefusalMeaning.all(of: end, at: event, in: chain, log: log, before: status)
    }

    /// The card of a session that another process lost; the chain of causes is in that process's events.
    init(_ event: SessionEvent, ended: EndedSession, log: EventLog, before status: SessionStatus) {
        generation = event.generation
        end = ended.end
        time = ended.time
        process = "process \(ended.process)" + (ended.program.map { " (\($0))" } ?? "")
        chain = []
        clock = nil
        decidingAnswer = nil
        lastGoodRefresh = Self.lastGoodRefresh(log, event.generation)
        wiped = Self.wiped(log: log, generation: event.generation, status: status)
        missing = Self.missing(status)
        meanings = []
    }

    private static func missing(_ status: SessionStatus) -> [String] {
        status.shortfalls.map { "\($0)" } + [status.unlistedNote].compactMap(\.self)
    }

    private static func clock(of chain: [SessionEvent]) -> String? {
        for case .unauthorized(let facts, _) in chain.reversed().lazy.map(\.kind) {
            guard let left = facts.tokenLifetimeLeft else { return nil }
            return left > .zero
                ? "\(left.inWords) left, and refused all the same" : "the token had expired when it was sent"
        }
        return nil
    }

    private static func lastGoodRefresh(_ log: EventLog, _ generation: Int) -> GoodRefresh? {
        for event in log.events.reversed() where event.generation == generation {
            if case .refreshed = event.kind { return GoodRefresh(time: event.time, isAdopted: false) }
            if case .adoptedFromStore = event.kind { return GoodRefresh(time: event.time, isAdopted: true) }
        }
        return nil
    }

    private static func decidingAnswer(_ chain: [SessionEvent], log: EventLog, event: SessionEvent) -> String? {
        for link in chain.reversed() {
            switch link.kind {
            case .refreshRejected(.named(let error), _):
                return "token endpoint: \(error.answer)"
            case .refreshRejected(let refusal, _): return "token endpoint: \(refusal)"
            case .unauthorized(let facts, let challenge):
                return "\(facts.name): 401 \(ChallengeWords.of(challenge))"
            default: continue
            }
        }
        guard case .answered(let answer) = log.exchange(behind: event)?.outcome else { return nil }
        return HTTPStatus.line(answer.status, answer.reason)
    }

    /// The session has been cleared when its end is reported, so its tokens are read from its last sign-in or refresh.
    private static func wiped(log: EventLog, generation: Int, status: SessionStatus) -> [String] {
        let tokens = log.events.last { $0.generation == generation && $0.kind.bringsTokens }?.kind.traits.tokens
        guard tokens != nil || status.accessToken != nil else { return [] }
        let held: [(String, Fingerprint?)] = [
            ("access", tokens?.access.fingerprint ?? status.accessToken?.fingerprint),
            ("refresh", tokens?.refresh?.fingerprint ?? status.refreshToken?.fingerprint),
            ("ID", tokens?.idToken?.fingerprint ?? status.idToken?.fingerprint),
        ]
        let hasUserInfo =
            status.userInfo != nil
            || log.events.contains { event in
                if case .userInfoFetched = event.kind { event.generation == generation } else { false }
            }
        return held.compactMap { name, fingerprint in fingerprint.map { "\(name) \($0)" } }
            + (hasUserInfo ? ["user info"] : [])
    }
}
