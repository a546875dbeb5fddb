import FoundationEssentials

/// All that a session knows and every rule for changing it: no tasks, no network, no clock of its own.
///
/// ``Session`` asks it what to do and does that.
struct SessionMachine: Sendable {
    /// One session, from its sign-in to its end.
    struct Active: Sendable {
        /// Names the session, in every process that shares the store.
        let id: String
        let start: SessionStart
        /// The name of the sign-in flow, whichever process ran it.
        let flow: String
        var credentials: Credentials
        var subject: String?
        var userInfo: UserInfo?
        /// The number of the stored record that these credentials are, or would be.
        var revision: Int
        /// Whether the store has held this session at some time.
        var wasStored: Bool
        /// Whether the store lacks the credentials, because writing them failed.
        var isUnsaved = false
        /// The event that brought the access token, where that was a refresh.
        var refreshEvent: Int?

        /// Whether the session has a user, and so userinfo.
        var hasUser: Bool { flow != SignInFlowName.clientCredentials.rawValue }

        /// Whether its tokens were issued elsewhere, and so not yet accepted by any server.
        var isImported: Bool { flow == SignInFlowName.import.rawValue }
    }

    enum Phase: Sendable {
        case unknown
        case none(SessionEnd)
        case active(Active)
    }

    /// A token that ends sooner is refreshed before it is sent.
    let margin: Duration
    /// What follows from a 401.
    let policy: UnauthorizedPolicy
    let scheme: TokenScheme
    private(set) var phase = Phase.unknown {
        didSet { bearer = active.map(bearer(of:)) }
    }
    /// The token that requests carry now, with what the answer is judged by; `nil` where there is none.
    private(set) var bearer: Bearer?
    /// Counts the sessions, so that what comes late for an earlier one is known as such.
    private(set) var generation = 0
    /// How long the token endpoint is left alone after failures.
    private(set) var backOff = BackOff()
    /// The refresh under way, with the outcome that all who need it wait for.
    private(set) var flight: RefreshFlight?
    private var lastFlight = 0
    /// How far the provider's clock is from ours.
    private var clockComparison: ClockComparison?
    private(set) var refreshCount = 0
    private(set) var unauthorizedCount = 0
    private(set) var lastRefreshAt: Date?
    /// How the last session ended, where that is known.
    private(set) var endedSession: EndedSession?
    /// Sessions that have ended here; if the record of one could not be removed, it is ignored.
    private var endedSessions: Set<String> = []
    /// Which attempts to sign in are under way, and which came too late.
    var signIns = SignInAttempts()

    init(margin: Duration, policy: UnauthorizedPolicy, scheme: TokenScheme = .bearer) {
        self.scheme = scheme
        self.margin = margin
        self.policy = policy
    }

    var active: Active? {
        if case .active(let active) = phase { active } else { nil }
    }

    var state: SessionState {
        switch phase {
        case .unknown: .unknown
        case .none(let end): .noSession(end)
        case .active(let active): .authenticated(active.start)
        }
    }

    /// The present one as long as nothing of it has changed.
    private func bearer(of active: Active) -> Bearer {
        if let bearer, bearer.generation == generation, bearer.refresh == active.refreshEvent,
            bearer.isOf(active.credentials, margin: margin)
        {
            return bearer
        }
        return Bearer(
            generation: generation, credentials: active.credentials, margin: margin, refresh: active.refreshEvent,
            scheme: scheme)
    }

    /// Whether that generation's session is still the present one.
    func isCurrent(_ generation: Int) -> Bool { self.generation == generation && active != nil }

    /// The error for work that began under `generation`, whose session is no longer the present one.
    func absence(since generation: Int) -> SessionError {
        if generation == self.generation, case .none(let end) = phase, end.isForced { return .sessionExpired(end) }
        return .sessionChanged
    }

    /// Records that there is no session, as far as the store says.
    ///
    /// The generation that the store knows the ended session by is adopted, so that the next session gets a new number.
    mutating func adoptAbsence(_ end: SessionEnd, endedSession: EndedSession? = nil) {
        guard active == nil else { return }
        phase = .none(end)
        self.endedSession = endedSession
        generation = max(generation, endedSession?.generation ?? 0)
    }

    /// Records that the provider's own session has ended with the last one.
    mutating func endAtProvider() { endedSession?.isEndedAtProvider = true }

    /// Whether what the store says of an absent session is all that is known of it.
    var knowsOnlyAbsence: Bool {
        switch phase {
        case .none(.noStoredSession), .none(.otherProcess), .none(.foreignRecord): true
        case .none, .unknown, .active: false
        }
    }

    /// A session begins: restored, signed in, or found in the store.
    ///
    /// It replaces the one before entirely, whose refresh is returned to be abandoned. The number that the store
    /// knows the generation by is adopted, unless it was used here before.
    mutating func begin(_ active: Active, generation stored: Int = 0) -> RefreshFlight? {
        recordEnded(self.active?.id)
        generation = max(generation + 1, stored)
        endedSession = nil
        return replacePhase(.active(active))
    }

    /// Whether that session has ended here, whatever the store says.
    func hasEnded(_ id: String) -> Bool { endedSessions.contains(id) }

    /// Records a session that must not begin any more.
    mutating func recordEnded(_ id: String?) {
        if let id { endedSessions.insert(id) }
    }

    /// The session is over; its refresh is returned to be abandoned.
    mutating func end(_ end: SessionEnd, endedSession: EndedSession? = nil) -> RefreshFlight? {
        recordEnded(active?.id)
        self.endedSession = endedSession
        return replacePhase(.none(end))
    }

    private mutating func replacePhase(_ next: Phase) -> RefreshFlight? {
        defer { flight = nil }
        phase = next
        backOff.recordSuccess()
        return flight
    }

    private mutating func change(_ change: (inout Active) -> Void) {
        guard case .active(var active) = phase else { return }
        change(&active)
        phase = .active(active)
    }

    mutating func recordSaved(revision: Int) {
        change {
            $0.revision = revision
            $0.wasStored = true
            $0.isUnsaved = false
        }
    }

    mutating func recordUnsaved() {
        change { $0.isUnsaved = true }
    }

    mutating func adoptUserInfo(_ userInfo: UserInfo) {
        change {
            $0.userInfo = userInfo
            $0.subject = $0.subject ?? userInfo.subject
        }
    }

    mutating func recordSuspicion(_ suspicion: SessionSuspicion) {
        change { $0.credentials.suspicion = suspicion }
    }

    mutating func recordUnauthorized() {
        unauthorizedCount += 1
    }

    /// Records that the token was rejected, or is declared expired: it is never used again.
    mutating func reject(_ token: Secret, at uptime: Duration, isDeclared: Bool = false) {
        change {
            guard $0.credentials.access == token, !$0.credentials.isAccessRejected else { return }
            $0.credentials.accessRejectedAt = uptime
            $0.credentials.isAccessDeclaredExpired = isDeclared
        }
    }

    /// Userinfo accepted the token.
    mutating func vouch(for token: Secret, at uptime: Duration) {
        change {
            if $0.credentials.access == token { $0.credentials.accessVouchedAt = uptime }
        }
    }

    /// How far the provider's clock is ahead of ours; `nil` until it has answered.
    func clockSkew(at moment: ClockReading) -> Duration? { clockComparison?.skew(at: moment) }

    mutating func recordClockSkew(of response: TokenResponse, answeredAt answered: ClockReading) {
        clockComparison =
            ClockComparison(response, answeredAt: answered, before: clockComparison) ?? clockComparison
    }

    mutating func startFlight(_ trigger: RefreshTrigger, cause: Int?, at uptime: Duration) -> RefreshFlight? {
        guard let active else { return nil }
        lastFlight += 1
        let flight = RefreshFlight(
            id: lastFlight, generation: generation, replacing: active.credentials.access, trigger: trigger,
            cause: cause, startedAt: uptime)
        self.flight = flight
        return flight
    }

    /// Frees the slot, if it is still this refresh that holds it.
    mutating func endFlight(_ flight: RefreshFlight) -> Bool {
        guard self.flight === flight else { return false }
        self.flight = nil
        return true
    }

    mutating func recordRefreshFailure(_ flight: RefreshFlight, _ error: SessionError, at uptime: Duration) -> Duration
    {
        backOff.countFailure(error, startedAt: flight.startedAt, endedAt: uptime)
    }

    /// New tokens of the present session, by a refresh of ours or of another process.
    mutating func install(_ credentials: Credentials, subject: String?, refresh event: Int?) {
        change {
            $0.credentials = credentials
            $0.subject = subject ?? $0.subject
            $0.refreshEvent = event
        }
        backOff.recordSuccess()
    }

    /// The refresh token was rotated; what else came with it is not judged yet.
    mutating func rotate(_ credentials: Credentials) {
        change { $0.credentials = credentials }
    }

    mutating func recordRefreshed(at time: Date) {
        refreshCount += 1
        lastRefreshAt = time
    }

    /// What another process stored for this session.
    mutating func adopt(_ credentials: Credentials, subject: String?, revision: Int) {
        var credentials = credentials
        if let present = active?.credentials, present.access == credentials.access {
            credentials.accessVouchedAt = present.accessVouchedAt
        }
        install(credentials, subject: subject, refresh: nil)
        recordSaved(revision: revision)
    }
}
