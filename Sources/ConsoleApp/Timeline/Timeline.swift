import ConsoleFaults
import FoundationEssentials
import SessionCore

/// What happened to one session, moment by moment, so that its screens can be shown as they were.
///
/// Beginnings are kept along the way: a moment is reached from the last one before it.
struct Timeline: Sendable {
    /// The model before a moment.
    private struct Beginning: Sendable {
        let index: Int
        let model: Model
    }

    /// How many moments there are between two beginnings.
    static let spacing = 2_500
    /// How many moments of a session that goes on are kept at least.
    static let capacity = 5_000

    /// Those that are kept.
    private(set) var moments: [Moment] = []
    private var beginnings: [Beginning]
    /// Whether a reader stops at a moment, for each of ``moments``.
    private var stops: [Bool] = []
    private var lastStopTime: Date?
    private var known = KnownState()
    /// What follows an event within this many seconds belongs to it; what changes later was not so at its time.
    private static let reach = 1.0
    /// The indices of moments that a reader looks for.
    private(set) var mainIndices: [Int] = []
    /// The answers whose bodies are kept, and how large those are.
    private var bodies: [(index: Int, size: Int)] = []
    private var bodySize = 0
    /// The most that is kept of bodies, the latest.
    static let bodyCapacity = 32 << 20
    /// How many moments are no longer kept.
    private(set) var leftCount = 0
    /// How many moments were noted again for beginnings whose model was not given.
    private(set) var replayCount = 0

    /// Begins with a model, whose screens are those before the first moment.
    init(_ model: Model) { beginnings = [Beginning(index: 0, model: model)] }

    /// One more than the index of the last moment; those before ``leftCount`` are gone.
    var end: Int { leftCount + moments.count }
    var isEmpty: Bool { moments.isEmpty }

    func moment(_ index: Int) -> Moment? {
        let place = index - leftCount
        return moments.indices.contains(place) ? moments[place] : nil
    }

    /// Whether the next moment is a beginning.
    var isBeginningDue: Bool { beginnings.last.map { end - $0.index >= Self.spacing } ?? false }

    /// Adds a moment; `model` is the model before it, where that is known.
    mutating func append(_ moment: Moment, before model: @autoclosure () -> Model?) {
        let index = end
        if isBeginningDue { beginnings.append(Beginning(index: index, model: model() ?? reachedModel())) }
        let isLate = lastStopTime.map { abs(moment.time.timeIntervalSince($0)) > Self.reach } ?? false
        let changes = known.record(moment.occurrence)
        let isStop = moment.isStop || isLate && changes
        if isStop { lastStopTime = moment.time }
        moments.append(moment)
        stops.append(isStop)
        if moment.isMain { mainIndices.append(index) }
        if let size = moment.occurrence.bodySize {
            bodies.append((index, size))
            bodySize += size
            while bodySize > Self.bodyCapacity { dropOldestBody() }
        }
    }

    private mutating func dropOldestBody() {
        let (index, size) = bodies.removeFirst()
        bodySize -= size
        moments[index - leftCount].occurrence.dropBody()
    }

    /// Drops the oldest moments of a session that goes on.
    mutating func trim() {
        guard beginnings.count > 1, end - beginnings[1].index >= Self.capacity else { return }
        beginnings.removeFirst()
        let dropped = beginnings[0].index - leftCount
        moments.removeFirst(dropped)
        stops.removeFirst(dropped)
        leftCount = beginnings[0].index
        mainIndices.removeAll { $0 < leftCount }
        while let first = bodies.first, first.index < leftCount {
            bodySize -= first.size
            bodies.removeFirst()
        }
    }

    private func isStop(_ index: Int) -> Bool {
        let place = index - leftCount
        return stops.indices.contains(place) && stops[place]
    }

    /// The next place in a direction, from an index on, at which a reader stops: all that follows from the last event
    /// is known there, and nothing that came noticeably later.
    func stop(from index: Int, by direction: Int) -> Int {
        var index = index
        while index > leftCount, index < end, !isStop(index) { index += direction }
        return min(max(index, leftCount), end)
    }

    /// Where a recording is opened: where the session was lost, which its reader wants to understand, or else at its
    /// end; of a watch at its end, where all is found.
    var opening: Int {
        if moments.first?.isOfWatch == true { return end }
        guard let loss = moments.lastIndex(where: \.isLoss) else { return end }
        return stop(from: leftCount + loss + 1, by: 1)
    }

    /// How many moments from an index on are such at which a reader stops.
    func stopCount(from index: Int) -> Int { stops.dropFirst(max(0, index - leftCount)).count(where: \.self) }

    /// Whether seconds are too coarse to tell moments apart: all of them within a minute, or two near an index within a
    /// second.
    func needsMilliseconds(at index: Int) -> Bool {
        guard let first = moments.first?.time, let last = moments.last?.time else { return false }
        if last.timeIntervalSince(first) < 60 { return true }
        let around = [lastStop(before: index - 1), lastStop(before: index), moment(index)].compactMap(\.self)
        return zip(around, around.dropFirst()).contains { $0.time.secondOfEpoch == $1.time.secondOfEpoch }
    }

    /// The last moment before an index at which a reader stops.
    func lastStop(before index: Int) -> Moment? {
        var index = index - 1
        while index > leftCount, !isStop(index) { index -= 1 }
        return moment(index)
    }

    /// When that was which is shown before an index: the last of what belongs to a moment.
    func time(before index: Int) -> Date? {
        guard let start = lastStop(before: index)?.time else { return nil }
        var index = index - 1
        while index > leftCount, !isStop(index), let time = moment(index)?.time,
            abs(time.timeIntervalSince(start)) > Self.reach
        {
            index -= 1
        }
        return moment(index)?.time
    }

    /// The model after the moments before this index.
    func model(at index: Int) -> Model {
        let start = beginning(before: index)
        return advance(start.model, from: start.index, to: index)
    }

    /// The model after all moments, made of the last beginning.
    private mutating func reachedModel() -> Model {
        replayCount += wayFromBeginning(to: end)
        return model(at: end)
    }

    private func beginning(before index: Int) -> Beginning { beginnings.last { $0.index <= index } ?? beginnings[0] }

    /// How many moments are noted again for the model at an index.
    func wayFromBeginning(to index: Int) -> Int { index - beginning(before: index).index }

    /// A model after further moments.
    func advance(_ model: Model, from start: Int, to end: Int) -> Model {
        var model = model
        for index in start..<max(start, end) {
            if let moment = moment(index) { model.replay(moment) }
        }
        return model
    }

    /// The index after the last moment that was not later than a time.
    func index(at time: Date) -> Int {
        // The wall clock may have been set back between two of them.
        leftCount + (moments.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0)
    }
}

/// The last that was said of a session, besides its events.
private struct KnownState: Sendable {
    private var status = SessionStatus()
    private var faults: [LabFault: LabFault.Arming] = [:]
    private var faultEnds: [LabFault: Date] = [:]
    /// Whether the provider was looked at last, which the lab does once a second.
    private var isLook = false

    /// Records what was said; answers whether it is something else than before.
    mutating func record(_ occurrence: Occurrence) -> Bool {
        let wasLook = isLook
        isLook = false
        switch occurrence {
        case .status(let latest):
            defer { status = latest }
            return latest != status
        case .faults(let latest, let ends):
            defer { (faults, faultEnds) = (latest, ends) }
            return latest != faults || ends != faultEnds
        case .others(let events): return events.contains { !$0.steps.isEmpty }
        case .provider:
            isLook = true
            return !wasLook
        case .clients(let change): return change.hasNewFinding
        case .context, .event, .sent, .answered, .tokens: return true
        }
    }
}

extension Date {
    fileprivate var secondOfEpoch: Double { timeIntervalSince1970.rounded(.down) }
}
