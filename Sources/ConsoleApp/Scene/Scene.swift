import FoundationEssentials
import SessionCore

/// What every pane and dialog sees besides its own state: the session as it is known now, and the moment.
struct Scene: Sendable {
    @Indirect var context: ConsoleContext { didSet { revision &+= 1 } }
    @Indirect var status = SessionStatus() { didSet { revision &+= 1 } }
    var history = EventLog() { didSet { revision &+= 1 } }
    var armedFaults: [Fault: Fault.Arming] = [:] { didSet { revision &+= 1 } }
    var placement = Placement() { didSet { revision &+= 1 } }
    var signInOffers = SignInOffers.unknown { didSet { revision &+= 1 } }
    /// The present moment, and how moments are shown.
    var time: TimeText {
        didSet { if !time.isAlike(oldValue) { revision &+= 1 } }
    }
    /// Counts the changes of all but the moment.
    private(set) var revision = 0

    init(context: ConsoleContext, time: TimeText) {
        _context = Indirect(wrappedValue: context)
        self.time = time
    }

    var now: Date { time.now }
    var isSignedIn: Bool { status.state.isAuthenticated }

    /// How long the refresh under way has taken, in whole seconds; `nil` without one, and where its start is not known.
    var secondsOfRefresh: Int? {
        guard status.refreshWaiters != nil else { return nil }
        let start = history.rows.last { row in
            if case .refreshStarted = row.event.kind { true } else { false }
        }
        return start.map { max(0, Int(now.timeIntervalSince($0.event.time))) }
    }

    /// Whether no token is left that a call could use or that could be refreshed.
    var hasRunOut: Bool {
        let isOver = { (token: TokenStatus) in TokenClock(token, now: now).isOver }
        guard let access = status.accessToken, isOver(access) else { return false }
        return status.refreshToken.map(isOver) ?? true
    }
}
