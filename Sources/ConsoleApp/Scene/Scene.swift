import ConsoleFaults
import FoundationEssentials
import SessionCore

/// What every pane and dialog sees besides its own state: the session as it is known now, and the moment.
struct Scene: Sendable {
    @Indirect var context: ConsoleContext { didSet { revision &+= 1 } }
    @Indirect var status = SessionStatus() { didSet { revision &+= 1 } }
    var history = EventLog() { didSet { revision &+= 1 } }
    /// Left out of the history's messages.
    var bodies = CallBodies() { didSet { revision &+= 1 } }
    /// What is seen of other programs' sessions, where they are watched.
    @Indirect var clients = SeenClients() { didSet { revision &+= 1 } }
    /// How the program that is watched ended; `nil` while it runs, and where none does.
    var commandEnd: CommandEnd? { didSet { revision &+= 1 } }
    var armedFaults: [LabFault: LabFault.Arming] = [:] {
        didSet {
            revision &+= 1
            arming.removeAll { armedFaults[$0.fault] == nil }
            let new = LabFault.allCases.filter { fault in
                armedFaults[fault] != nil && !arming.contains { $0.fault == fault }
            }
            arming += new.map { (fault: $0, after: history.lastSequence) }
        }
    }
    /// The armed faults in the order in which they were armed, each with the number of the last event before that.
    private(set) var arming: [(fault: LabFault, after: Int)] = []
    /// What the own session made of the faults that struck.
    @Indirect private(set) var trials = TrialLedger()
    /// When the faults are disarmed that are armed for a time.
    var faultEnds: [LabFault: Date] = [:] { didSet { revision &+= 1 } }
    /// `nil` where it is not open.
    @Indirect var proxy: ProxyState? { didSet { revision &+= 1 } }
    var placement = Placement() { didSet { revision &+= 1 } }
    var signInOffers = SignInOffers.unknown { didSet { revision &+= 1 } }
    /// The way from the URL that the session was opened for; `nil` where it was opened for a profile.
    @Indirect var chain: ResourceChain? { didSet { revision &+= 1 } }
    /// What the doctor found out about the provider; `nil` before the first examination.
    @Indirect var examination: Examination? { didSet { revision &+= 1 } }
    /// The present moment, and how moments are shown.
    var time: TimeText {
        didSet { if !time.isAlike(oldValue) { revision &+= 1 } }
    }
    /// When the refresh under way was first known of.
    var refreshBeganAt: Date?
    /// Counts the changes of all but the moment.
    private(set) var revision = 0

    init(context: ConsoleContext, time: TimeText) {
        _context = Indirect(wrappedValue: context)
        _chain = Indirect(wrappedValue: context.resource.map { ResourceChain($0) })
        self.time = time
    }

    /// What is shown, and what can be done there.
    var stage: ConsoleStage { context.stage.shown(in: placement.tense) }

    var now: Date { time.now }
    /// Whether a program that was started here still runs.
    var runsCommand: Bool { context.hasCommand && commandEnd == nil && stage.isPresent }
    var isSignedIn: Bool { status.state.isAuthenticated }

    /// Lists an event, and judges what the own session made of a fault.
    ///
    /// What another program makes of one, its findings say.
    mutating func append(_ event: SessionEvent) {
        history.append(event)
        if stage.hasOwnSession, trials.concerns(event) { trials.observe(event, on: terms) }
    }

    /// Awaits the events of calls that are about to be sent.
    mutating func expect(_ calls: [CallID], _ request: HTTPRequest) {
        history.expect(calls, request)
        bodies.expect(calls, request)
    }

    /// How long the refresh under way has taken, in whole seconds; `nil` without one, and where its start is not known.
    var secondsOfRefresh: Int? {
        guard status.refreshWaiters != nil, let start = startOfRefresh?.time ?? refreshBeganAt else { return nil }
        return max(0, Int(now.timeIntervalSince(start)))
    }

    /// Whether a refresh is under way that was not begun at the provider: another process holds the store's lock.
    var waitsForOtherProcess: Bool {
        guard status.refreshWaiters != nil, let refreshBeganAt else { return false }
        // The status follows the event that ends a refresh.
        return lastStepOfRefresh.map { $0.time <= refreshBeganAt && startOfRefresh == nil } ?? true
    }

    /// The event that began the refresh under way; `nil` where the last one that began is over.
    private var startOfRefresh: SessionEvent? {
        guard let last = lastStepOfRefresh, case .refreshStarted = last.kind else { return nil }
        return last
    }

    private var lastStepOfRefresh: SessionEvent? { history.events.last(where: \.kind.isStepOfRefresh) }

    /// Whether no token is left that a call could use or that could be refreshed.
    var hasRunOut: Bool {
        let isOver = { (token: TokenStatus) in TokenClock(token, now: now).isOver }
        guard let access = status.accessToken, isOver(access) else { return false }
        return !status.isRenewedByFlow && status.refreshToken.map(isOver) ?? true
    }
}
