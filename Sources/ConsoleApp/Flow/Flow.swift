import SessionCore
import TerminalUI

/// The protocol as a sequence diagram: its rows, oldest first; bounded, the oldest leave.
package struct Flow: Sendable {
    /// A row, and the event that it tells of.
    ///
    /// It is an object, because what is kept of the past shares it.
    final class Row: Sendable {
        /// Counts the rows as they came, and never changes; that of another process may stand before earlier ones.
        let number: Int
        /// The event of the session; of another process's row the one of the row before it.
        let sequence: Int
        /// The event of another process that it tells of.
        let origin: Source?
        /// When its message was sent, or its event happened.
        let began: FlowTime
        /// When the answer was there.
        let ended: FlowTime
        let generation: Int
        let cause: Int?
        /// The burst that it belongs to.
        let burst: Int?
        /// The event of the message that it sends again.
        let repeats: Int?
        let step: FlowStep
        /// What a filter looks for words in.
        let searched: [UInt8]

        /// The rest is how long the event's later rows took.
        init(
            _ step: FlowStep, of event: FlowEvent, before rest: Duration, number: Int, burst: Int?, repeats: Int?
        ) {
            (self.number, sequence) = (number, event.sequence)
            ended = event.time.before(rest)
            began = ended.before(step.duration ?? .zero)
            (generation, cause, self.repeats) = (event.generation, event.cause, repeats)
            (self.burst, self.step, searched) = (burst, step, step.searchedText)
            origin = nil
        }

        /// A row of another process, after the row of an event of the session.
        init(_ step: FlowStep, of other: OtherProcessEvent, before rest: Duration, number: Int, after sequence: Int) {
            (self.number, self.sequence, origin) = (number, sequence, Source(other))
            ended = FlowTime(of: other.event).before(rest)
            began = ended.before(step.duration ?? .zero)
            (generation, cause, repeats, burst) = (other.event.generation, nil, nil, nil)
            (self.step, searched) = (step, step.searchedText)
        }
    }

    /// More than this many rows are not kept.
    package static let capacity = 5_000

    private(set) var rows: [Row] = []
    private var calls = FlowCalls()
    /// The lanes that have taken part so far, from left to right.
    package private(set) var lanes: [Lane] = [.console, .provider]
    /// The columns of the longest label of a message to the provider, with as little of its path as tells it apart.
    private(set) var widestLabel = 0
    package private(set) var callCount = 0
    package private(set) var refreshCount = 0
    /// Forced logouts since the session was read from the store; a sign-out that was asked for is none.
    package private(set) var logoutCount = 0
    /// The refreshes of programs that are watched which the provider refused.
    private var refusalCount = 0
    /// The burst that the latest event belongs to.
    private(set) var newestBurst: Int?
    /// The sign-in that has not ended.
    private var signIn: FlowUnderWay?
    /// The event that it began with.
    private var signInStart: Int?
    /// The refresh that has not ended.
    private var refresh: FlowUnderWay?
    /// The event that it began with.
    private var refreshStart: Int?
    private var messages = FlowMessages()
    private(set) var otherCauses = OtherCauses()
    /// How many rows are no longer kept.
    package private(set) var leftCount = 0

    package init() {}

    /// How many rows there ever were.
    private var rowCount: Int { leftCount + rows.count }

    /// What has no answer yet, sign-in and refresh first: a message has its row when it has ended.
    ///
    /// A message that a sign-in or refresh waits for stands in its place.
    var underWay: [FlowUnderWay] {
        [messages.isCaused(by: signInStart) ? nil : signIn, messages.isCaused(by: refreshStart) ? nil : refresh]
            .compactMap(\.self) + messages.underWay + calls.underWay(isRefreshing: refresh != nil)
    }

    /// `20 calls · 1 refresh · 0 logouts`.
    ///
    /// Of programs that are watched: `20 calls · 1 refresh · 0 refused`.
    package var summary: String {
        lanes.first?.isClient == true
            ? BurstTally.summary(calls: callCount, refreshes: refreshCount, refused: refusalCount)
            : BurstTally.summary(calls: callCount, refreshes: refreshCount, logouts: logoutCount)
    }

    /// Adds the rows of an event; answers how many there are more.
    @discardableResult
    package mutating func append(_ event: FlowEvent) -> Int {
        // A diagram of other programs has no lane for this one.
        if event.client != nil, rowCount == 0 { lanes.removeAll { $0 == .console } }
        newestBurst = event.isEmpty ? nil : calls.observe(event)
        count(event)
        let burst = newestBurst
        var added = 0
        var rest = event.steps.reduce(.zero) { $0 + ($1.duration ?? .zero) }
        for (index, step) in event.steps.enumerated() where !isTold(event) {
            var step = step
            rest -= step.duration ?? .zero
            let repeated = message(before: step, of: event)
            let isRetry = isRetry(step, of: event)
            if isRetry, step.kind == .call { step.kind = .retry }
            if repeated != nil || isRetry && index == 0 && !calls.isAfterRedirect {
                step.more = [Phrase("sent again", .verb, 8, .dot)] + step.more.after(.dot)
            }
            take(step.lanes)
            if case .message(let from, .provider) = step.path, from.isSender, let label = step.what.labels("…").last {
                widestLabel = max(widestLabel, TextWidth.columns(of: label.text))
            }
            // A line across all lanes is never folded away.
            let isFolded = step.path != .line
            rows.append(
                Row(
                    step, of: event, before: rest, number: rowCount, burst: isFolded ? burst : nil, repeats: repeated))
            added += 1
        }
        dropOldest()
        return added
    }

    mutating func observe(_ other: OtherProcessEvent) { otherCauses.observe(other) }

    /// Puts a row of another process before the one at an index.
    mutating func insert(_ step: FlowStep, of other: OtherProcessEvent, before rest: Duration, at index: Int) {
        take(step.lanes + (step.client == nil ? [] : [.otherProcess]))
        let sequence = index > 0 ? rows[index - 1].sequence : 0
        rows.insert(Row(step, of: other, before: rest, number: rowCount, after: sequence), at: index)
    }

    /// The burst of that number, where its calls overlapped.
    func burst(_ id: Int?) -> FlowBurst? {
        id.flatMap { calls.bursts[$0] }.flatMap { $0.isShown ? $0 : nil }
    }

    /// The place of the first row of an event, or where it would be.
    func index(of sequence: Int) -> Int {
        rows.partitioningIndex { $0.sequence >= sequence }
    }

    /// Whether a message of a call, or a redirect on its way, repeats an earlier one of the same call.
    private func isRetry(_ step: FlowStep, of event: FlowEvent) -> Bool {
        guard case .exchanged = event.turn else { return false }
        return [.call, .redirect].contains(step.kind) && calls.earlierMessages > 0
    }

    /// The event of the earlier message with the same cause that a message of the protocol repeats.
    ///
    /// A device's poll repeats none: the answer before it told it to come again.
    private func message(before step: FlowStep, of event: FlowEvent) -> Int? {
        guard case .exchanged = event.turn, ![.call, .redirect].contains(step.kind), let cause = event.cause else {
            return nil
        }
        let earlier = rows.suffix(Self.mostBetweenRepetitions).last { row in
            row.cause == cause && row.step.kind == step.kind && row.step.what == step.what
        }
        return earlier.flatMap { ["authorization_pending", "slow_down"].contains($0.step.error) ? nil : $0.sequence }
    }

    /// A repeated message is looked for among this many rows before it.
    private static let mostBetweenRepetitions = 32

    /// Whether the rows of the call's messages say already what became of it.
    private func isTold(_ event: FlowEvent) -> Bool {
        if case .callFailed = event.turn { return calls.earlierMessages > 0 }
        return false
    }

    private mutating func count(_ event: FlowEvent) {
        messages.observe(event)
        switch event.turn {
        case .refreshBegan:
            refresh = FlowUnderWay(refresh: event.steps.first?.token ?? "", since: event.time)
            refreshStart = event.sequence
        case .refreshEnded, .lost, .signedOut, .adopted: (refresh, refreshStart) = (nil, nil)
        case .signIn(let step): observe(step, event)
        case .exchanged where event.cause != nil && event.cause == signInStart: observeSignInMessage(event)
        case .none, .configured, .callBegan, .callAnswered, .callFailed, .messageBegan, .exchanged: break
        }
        switch event.turn {
        case .callBegan(_, let sender, let lane):
            take([sender, lane])
            if lane == .api { callCount += 1 }
        // What began as a call turns out to be no call of the API.
        case .exchanged where calls.hasTakenOut: callCount -= 1
        case .exchanged where event.client != nil && event.steps.last?.kind == .call: callCount += 1
        case .refreshEnded(.refreshed): refreshCount += 1
        case .refreshEnded(.rejected) where event.client != nil: refusalCount += 1
        // What the store said before is of an earlier run.
        case .configured: logoutCount = 0
        case .lost: logoutCount += 1
        default: break
        }
    }

    private mutating func observe(_ step: FlowEvent.SignInStep, _ event: FlowEvent) {
        switch step {
        case .began: (signIn, signInStart) = (FlowUnderWay(signInSince: event.time), event.sequence)
        case .browserOpened: signIn = FlowUnderWay(browserSince: event.time)
        case .browserAnswered: signIn = FlowUnderWay(signInSince: event.time)
        case .ended: (signIn, signInStart) = (nil, nil)
        }
    }

    /// Takes up an answer of the sign-in: with the device's codes begins the wait for the person, which the tokens end.
    private mutating func observeSignInMessage(_ event: FlowEvent) {
        guard let step = event.steps.last, step.status == 200 else { return }
        switch step.kind {
        case .message(.deviceAuthorization): signIn = FlowUnderWay(deviceSince: event.time)
        case .message(.token): signIn = FlowUnderWay(signInSince: event.time)
        default: break
        }
    }

    private mutating func take(_ more: [Lane]) {
        guard more.contains(where: { !lanes.contains($0) }) else { return }
        // A program that runs again and again has a process each time.
        let all = lanes + more.filter { !$0.isClient || lanes.count < Self.mostLanes }
        let clients = all.enumerated().filter { $0.element.isClient && all.firstIndex(of: $0.element) == $0.offset }
        lanes = clients.map(\.element) + Lane.usual.filter(all.contains)
    }

    /// So many never have room beside each other.
    private static let mostLanes = 100

    /// A tenth leaves at once, so that leaving costs little per row.
    mutating func dropOldest() {
        while rows.count > Self.capacity {
            rows.removeFirst(Self.capacity / 10)
            leftCount += Self.capacity / 10
        }
        calls.forget(before: rows.first?.sequence ?? 0)
    }
}
