import SessionCore

/// The calls and refreshes that are under way, and the burst that each event belongs to; every event costs the same.
struct FlowCalls: Sendable {
    private struct Call: Sendable {
        /// `nil` for what turned out to be no call of the API.
        var burst: Int?
        let name: [Phrase]
        let sender: Lane
        let lane: Lane
        let start: FlowTime
        /// Redirects are not counted: they belong to the message that they lead to.
        var messages = 0
        /// Whether the latest message was a redirect.
        var isRedirected = false
    }

    private var calls: [Int: Call] = [:]
    /// The open bursts, oldest first, with the events that belong to them.
    private var open: [(id: Int, events: [Int])] = []
    private var burstOfEvent: [Int: Int] = [:]
    private(set) var bursts: [Int: FlowBurst] = [:]

    /// How many messages of its call came before this event.
    private(set) var earlierMessages = 0
    /// Whether a redirect led to the message of this event.
    private(set) var isAfterRedirect = false
    /// Whether what this event is about was a call until now, and turned out to be none.
    private(set) var hasTakenOut = false
    /// The refresh that began last.
    private var latestRefresh: BurstTally.Refresh?

    /// The calls that have no answer yet, oldest first; those of a name are one.
    func underWay(isRefreshing: Bool) -> [FlowUnderWay] {
        struct Name: Hashable {
            let name: [Phrase]
            let sender: Lane
        }
        var places: [Name: Int] = [:]
        var found: [FlowUnderWay] = []
        for call in calls.values {
            let key = Name(name: call.name, sender: call.sender)
            if let place = places[key] {
                found[place].add(since: call.start)
            } else {
                places[key] = found.count
                let kind = FlowStep.Kind.message(call.lane == .api ? .request : .userInfo)
                let path: FlowStep.Path =
                    isRefreshing ? .note(at: call.sender) : .message(from: call.sender, to: call.lane)
                found.append(FlowUnderWay(call: call.name, kind, at: path, since: call.start))
            }
        }
        return found.sorted { ($0.since.date, $0.name.text) < ($1.since.date, $1.name.text) }
    }

    /// Observes an event; answers the burst that it belongs to.
    mutating func observe(_ event: FlowEvent) -> Int? {
        let call = event.call.flatMap { calls[$0] }
        (earlierMessages, isAfterRedirect) = (call?.messages ?? 0, call?.isRedirected ?? false)
        hasTakenOut = false
        observeRefresh(event)
        if case .callBegan(let name, let sender, let lane) = event.turn, let call = event.call {
            return begin(event, call, name, from: sender, to: lane)
        }
        if event.isUserInfo, earlierMessages == 0 { takeOut(event.call) }
        if let call = event.call, let known = calls[call], known.burst == nil {
            settle(event, call)
            return nil
        }
        let own = event.call.flatMap { calls[$0]?.burst } ?? event.cause.flatMap { burstOfEvent[$0] }
        guard let burst = own ?? (event.turn.concernsAll ? open.last?.id : nil) else { return nil }
        if let latestRefresh, event.turn.hasWaited { bursts[burst]?.wait(for: latestRefresh) }
        bursts[burst]?.observe(event)
        keep(event.sequence, in: burst)
        if let call = event.call { settle(event, call) }
        return burst
    }

    /// Forgets the bursts of which no event is kept; the end of a call may have been missed.
    mutating func forget(before sequence: Int) {
        for burst in bursts.values where burst.lastSequence < sequence {
            close(burst.id)
            bursts[burst.id] = nil
            calls = calls.filter { $0.value.burst != burst.id }
        }
    }

    private mutating func observeRefresh(_ event: FlowEvent) {
        if case .refreshEnded(let result) = event.turn {
            for id in bursts.keys { bursts[id]?.endRefresh(event.cause, result) }
        }
        switch event.turn {
        case .refreshBegan: latestRefresh = BurstTally.Refresh(sequence: event.sequence)
        case .exchanged(let duration) where event.cause == latestRefresh?.sequence: latestRefresh?.duration += duration
        case .refreshEnded(let result) where event.cause == latestRefresh?.sequence:
            latestRefresh?.result = result
        case .adopted where event.cause == latestRefresh?.sequence: latestRefresh?.result = .adopted
        default: break
        }
    }

    private mutating func begin(
        _ event: FlowEvent, _ call: Int, _ name: [Phrase], from sender: Lane, to lane: Lane
    ) -> Int? {
        guard lane == .api else {
            calls[call] = Call(burst: nil, name: name, sender: sender, lane: lane, start: event.time)
            return nil
        }
        if open.last.map({ bursts[$0.id]?.isFull ?? true }) ?? true {
            open.append((event.sequence, []))
            bursts[event.sequence] = FlowBurst(id: event.sequence)
        }
        let burst = open[open.count - 1].id
        bursts[burst]?.begin(event, call: call, name: name, from: sender)
        calls[call] = Call(burst: burst, name: name, sender: sender, lane: lane, start: event.time)
        keep(event.sequence, in: burst)
        return burst
    }

    /// Takes a call out of its burst, because its first message went to userinfo.
    private mutating func takeOut(_ call: Int?) {
        guard let call, let burst = calls[call]?.burst else { return }
        calls[call]?.burst = nil
        hasTakenOut = true
        bursts[burst]?.takeOut(call)
        if bursts[burst]?.isOver == true { close(burst) }
    }

    private mutating func keep(_ sequence: Int, in burst: Int) {
        guard let index = open.lastIndex(where: { $0.id == burst }) else { return }
        open[index].events.append(sequence)
        burstOfEvent[sequence] = burst
    }

    private mutating func settle(_ event: FlowEvent, _ call: Int) {
        switch event.turn {
        case .exchanged:
            let isRedirected = event.steps.last?.kind == .redirect
            calls[call]?.isRedirected = isRedirected
            if !isRedirected { calls[call]?.messages += 1 }
        case .callAnswered, .callFailed:
            guard let burst = calls.removeValue(forKey: call)?.burst else { return }
            if bursts[burst]?.isOver == true { close(burst) }
        default: break
        }
    }

    private mutating func close(_ burst: Int) {
        guard let index = open.firstIndex(where: { $0.id == burst }) else { return }
        for sequence in open.remove(at: index).events { burstOfEvent[sequence] = nil }
        if bursts[burst]?.isShown == false { bursts[burst] = nil }
    }
}

extension FlowEvent.Turn {
    /// Whether a call ends that has waited for a refresh.
    var hasWaited: Bool {
        switch self {
        case .callAnswered(_, _, let waited), .callFailed(_, let waited): waited
        default: false
        }
    }

    /// Whether the calls that are under way wait for it, whoever began it.
    fileprivate var concernsAll: Bool {
        switch self {
        case .refreshBegan, .lost: true
        default: false
        }
    }
}
