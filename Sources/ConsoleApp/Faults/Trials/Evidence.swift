import FoundationEssentials
import SessionCore

/// What has happened since a fault struck: counted event by event, so that a trial costs little.
struct Evidence: Sendable {
    /// How a caller's request ended.
    enum End: Sendable, Hashable {
        case answered(status: Int, attempts: Int)
        case failed(String)
    }

    /// The message that the fault struck.
    let exchange: Int?
    /// Whether the fault made up that message's answer.
    private let isForged: Bool
    let struckAt: Date
    let before: Circumstances

    /// That message with its end, and its caller's request with its end.
    private(set) var struck: HTTPExchange?
    private(set) var endOfStruckCall: End?

    /// The calls that began since.
    private(set) var begun: Set<Int> = []
    private(set) var running: Set<Int> = []
    private(set) var answered = 0
    /// How many 401s there were to tokens of the session, and how many of them to calls.
    private(set) var rejected = 0
    private(set) var rejectedCalls = 0
    /// The 401s, and whether user info accepted the token of one all the same.
    private var rejections: Set<Int> = []
    private(set) var isTokenVouched = false
    /// Whether the time of the struck call's token was over when its 401 came.
    private(set) var isRejectionLate = false
    private(set) var failed = 0
    /// The calls that were not sent because of the pause after a failed refresh, by their names.
    private(set) var heldBack: [String: Int] = [:]
    /// The calls that waited for a refresh.
    private(set) var waited = 0
    /// The calls that were sent with the token that was present when the fault struck.
    private(set) var sentWithOldToken = 0

    /// The access token that was present when the fault struck; `nil` while no event has named it.
    private var oldToken: Fingerprint?

    /// The refreshes that began since, and the one that was under way.
    private(set) var refreshes: Int
    /// Those that were to replace the token that was present.
    private(set) var refreshesOfOldToken: Int
    private(set) var refreshesAfter401 = 0
    /// Those that the user asked for.
    private(set) var askedRefreshes = 0
    private(set) var isRefreshing: Bool
    /// Whether a refresh began before another had ended.
    private(set) var hasOverlap = false
    private(set) var renewals = 0
    private(set) var tokens: SessionTokens?
    private(set) var refreshFailures: [String] = []
    private(set) var pause: Duration?
    /// From the failure to the announced next try.
    private var announced: Range<Date>?
    /// Whether the token endpoint was asked again before the announced pause ended.
    private(set) var isTooEarly = false
    private(set) var tokenMessages = 0
    /// Token requests after the message that the fault struck, until the session ends.
    private(set) var laterTokenMessages = 0
    private var sentToken: Fingerprint?
    private var spentTokens: Set<Fingerprint> = []
    /// Whether a refresh sent a token that an earlier one had replaced.
    private(set) var hasReused = false
    /// Whether the provider refused a refresh, and whether the session has drawn a conclusion from that.
    private var isAnsweredNo = false
    private(set) var isRefused = false
    /// Whether a refresh was rejected, which ends the session.
    private(set) var hasRejectedRefresh = false
    private(set) var suspicions = 0
    private(set) var adoptions = 0
    /// Whether a token of another process has replaced the one that was present.
    private(set) var hasAdoptedNewer = false
    private(set) var keyFetches = 0

    private(set) var losses: [SessionEnd] = []
    private(set) var refreshMessagesAfterLoss = 0
    private(set) var hasSignedOut = false
    private(set) var signIns = 0
    private(set) var signInFailures: [String] = []
    private(set) var strayRedirects = 0
    private(set) var rejectedIDTokens: [String] = []
    private(set) var subject: String?
    private(set) var forbidden = 0
    private(set) var lastTime: Date

    init(exchange: Int?, isForged: Bool = false, at time: Date, before: Circumstances) {
        (self.exchange, self.isForged, struckAt, self.before, lastTime) = (exchange, isForged, time, before, time)
        isRefreshing = before.refresh != nil
        refreshes = isRefreshing ? 1 : 0
        (refreshesOfOldToken, oldToken) = (refreshes, before.accessToken)
        sentToken = before.refreshToken
    }

    /// More calls than this are not told apart.
    private static let mostCalls = 2_000

    mutating func note(_ event: SessionEvent) {
        lastTime = event.time
        switch event.kind {
        case .requestStarted(let facts): begin(facts)
        case .requestFinished(let facts): end(facts)
        case .requestFailed(let facts, let error):
            if error != .cancelled { failed += 1 }
            if case .backingOff = error { heldBack[facts.name, default: 0] += 1 }
            running.remove(facts.id)
            if facts.id == struck?.request, struck != nil { endOfStruckCall = .failed("\(error)") }
        case .exchange(let exchange): note(exchange, at: event.time)
        case .unauthorized(let facts, _): reject(facts, at: event.sequence)
        case .forbidden: forbidden += 1
        case .refreshStarted(let trigger, let access, let token): beginRefresh(trigger, access, token)
        case .refreshed(let tokens, _, _): renew(tokens)
        case .refreshFailed(let error, let pause):
            refreshFailures.append("\(error)")
            (isRefreshing, self.pause) = (false, pause)
            // The pause runs by the monotonic clock: a second's grace for the wall clock.
            let end = event.time.addingTimeInterval(pause / .seconds(1) - 1)
            announced = event.time < end ? event.time..<end : nil
        case .refreshRejected:
            (isRefreshing, hasRejectedRefresh) = (false, true)
            if isAnsweredNo { isRefused = true }
        case .suspected:
            suspicions += 1
            if isAnsweredNo { isRefused = true }
        case .adoptedFromStore(let tokens):
            adoptions += 1
            if tokens.access.fingerprint != oldToken { hasAdoptedNewer = true }
        case .forcedOut(let end): losses.append(end)
        case .signedOut, .endedElsewhere: hasSignedOut = true
        case .signedIn(_, let tokens):
            signIns += 1
            self.tokens = tokens
        case .signInFailed(_, let error): signInFailures.append("\(error)")
        case .strayRedirect: strayRedirects += 1
        case .idTokenRejected(let rejected): rejectedIDTokens.append(rejected.reason)
        case .userInfoFetched(let info):
            subject = info.subject
            if let cause = event.cause, rejections.contains(cause) { isTokenVouched = true }
        default:
            break
        }
    }

    private mutating func begin(_ facts: RequestFacts) {
        guard begun.count < Self.mostCalls else { return }
        begun.insert(facts.id)
        running.insert(facts.id)
    }

    private mutating func end(_ facts: RequestFacts) {
        answered += 1
        running.remove(facts.id)
        if facts.waitedForRefresh != nil { waited += 1 }
        if let struck, struck.request == facts.id {
            endOfStruckCall = .answered(status: facts.status ?? 0, attempts: facts.attempts)
        }
    }

    private mutating func note(_ message: HTTPExchange, at time: Date) {
        let isStruck = message.id == exchange
        if isStruck { struck = message }
        switch message.purpose {
        case .token:
            tokenMessages += 1
            if struck != nil, !isStruck, losses.isEmpty { laterTokenMessages += 1 }
            let isRefresh = message.requestBody?.contains("grant_type=refresh_token") == true
            if !losses.isEmpty, isRefresh { refreshMessagesAfterLoss += 1 }
            // A refusal can have any of these statuses; what the fault itself made up is none, but for invalid_grant.
            if isRefresh, case .answered(let answer) = message.outcome, Self.refusals.contains(answer.status),
                !(isStruck && isForged)
            {
                isAnsweredNo = true
            }
            if isRefresh, announced?.contains(message.sentAt) == true { isTooEarly = true }
        case .keys: keyFetches += 1
        case .request:
            guard let request = message.request, begun.contains(request), let token = oldToken,
                message.requestHeaders["Authorization"]?.hasSuffix("\(token)") == true
            else { return }
            sentWithOldToken += 1
        default: break
        }
    }

    private static let refusals = Set(200..<300).union(400..<500).subtracting([404, 408, 429])

    private mutating func reject(_ facts: RequestFacts, at sequence: Int) {
        rejected += 1
        if rejections.count < Self.mostCalls { rejections.insert(sequence) }
        // The session's own question to userinfo has no number.
        if !facts.isUserInfo, facts.id != 0 { rejectedCalls += 1 }
        if struck?.request == facts.id, let left = facts.tokenLifetimeLeft, let time = struck?.duration {
            isRejectionLate = left <= time
        }
    }

    private mutating func beginRefresh(_ trigger: RefreshTrigger, _ access: Fingerprint?, _ token: Fingerprint?) {
        if isRefreshing { hasOverlap = true }
        isRefreshing = true
        refreshes += 1
        if oldToken == nil, adoptions + renewals == 0 { oldToken = access }
        if access == nil || access == oldToken { refreshesOfOldToken += 1 }
        if case .unauthorized = trigger { refreshesAfter401 += 1 }
        if trigger == .requestedByUser { askedRefreshes += 1 }
        if let token, spentTokens.contains(token) { hasReused = true }
        sentToken = token
    }

    private mutating func renew(_ tokens: SessionTokens) {
        renewals += 1
        isRefreshing = false
        if let sentToken, let refresh = tokens.refresh, refresh.fingerprint != sentToken {
            spentTokens.insert(sentToken)
        }
        self.tokens = tokens
        announced = nil
    }

    // MARK: - Readings

    /// How long it is since the fault struck.
    var elapsed: TimeInterval { lastTime.timeIntervalSince(struckAt) }

    /// Why what was waited for can't come any more.
    var endOfWaiting: String? {
        if hasSignedOut { return "the user had already ended the session" }
        return signIns > 0 ? "another sign-in came first" : nil
    }

    var loss: SessionEnd? { losses.first }

    /// The refreshes that nobody asked for.
    var ownRefreshes: Int { refreshes - askedRefreshes }

    /// More refreshes than this in that time are too many for access tokens of such a lifetime, in seconds.
    func mostRefreshes(ofTokensFor lifetime: TimeInterval?) -> Int {
        // Each is used for four fifths of its time at least.
        2 + (lifetime.map { Int(elapsed / max(1, $0 * 0.8)) } ?? 0)
    }

    /// How long the access token lives, in seconds; `nil` where that is not known.
    var lifetime: TimeInterval? {
        guard let access = (tokens ?? before.tokens)?.access, case .at(let end, let source) = access.expiry,
            !source.isBeforeItsTime
        else { return nil }
        return end.timeIntervalSince(access.obtainedAt)
    }

    /// `20 × GET /orders held back`; `nil` where no call was.
    var heldBackWords: String? {
        guard !heldBack.isEmpty else { return nil }
        let names = heldBack.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let listed = names.prefix(2).map { "\($0.value) × \($0.key)" }
        let rest = names.dropFirst(2).map(\.value).reduce(0, +)
        return (listed + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ") + " held back"
    }
}
