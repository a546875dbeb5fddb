import ConsoleKit
import SessionCore

/// The rows of other processes.
///
/// They count for nothing, belong to no burst, and repeat nothing.
extension Flow {
    /// A row is not put before more rows than this.
    private static let mostBefore = 500

    /// Puts the rows of other processes where their times belong; answers how many there are more, and whether all of
    /// them are the newest.
    package mutating func insert(_ others: [OtherProcessEvent]) -> (added: Int, isAtEnd: Bool) {
        var (added, isAtEnd) = (0, true)
        for other in others {
            observe(other)
            guard !isTold(other) else { continue }
            let steps = other.steps
            var rest = steps.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
            // The rows of an event stay together.
            var index = steps.isEmpty ? rows.count : index(for: other, with: steps)
            if index < rows.count { isAtEnd = false }
            for step in steps {
                rest -= step.duration ?? .zero
                insert(step, of: other, before: rest, at: index)
                index += 1
                added += 1
            }
        }
        dropOldest()
        return (added, isAtEnd)
    }

    /// Where an event of another process belongs: by its time, before the newer token that it brought, and after what
    /// the same process did before.
    private func index(for other: OtherProcessEvent, with steps: [FlowStep]) -> Int {
        let least = max(0, rows.count - Self.mostBefore)
        let time = FlowTime(of: other.event)
        let brought = other.broughtTokens(steps)
        var index = rows.count
        var (place, isPassed) = (rows.count, false)
        while place > least, !isPassed || !brought.isEmpty {
            let row = rows[place - 1]
            if row.origin?.process == other.process, row.origin.map({ $0.sequence <= other.event.sequence }) == true {
                break
            }
            place -= 1
            if !isPassed { isPassed = !time.isBefore(row.ended) }
            if !isPassed || row.tookOver(brought) { index = place }
        }
        return index
    }

    /// Whether the rows of the call's messages say already what became of it.
    private func isTold(_ other: OtherProcessEvent) -> Bool {
        guard case .requestFailed(let facts, _) = other.event.kind else { return false }
        return rows.suffix(Self.mostBefore).contains { row in
            guard case .message = row.step.path else { return false }
            return row.origin?.process == other.process && row.origin?.call == facts.id
        }
    }

    /// The row of another process that tells how the newer token came which the session took over in a row.
    func source(of row: Row) -> Row? {
        guard row.origin == nil, let place = rows.firstIndex(where: { $0.number == row.number }) else { return nil }
        let isBrought = row.step.path == .message(from: .otherProcess, to: .console)
        // An end that another process has brought is an arrow, and a line below it.
        let isEnd =
            row.step.kind == .session && (isBrought || row.step.path == .line && rows[..<place].last?.isEnd == true)
        if isEnd { return rows[..<place].last { $0.origin != nil && $0.step.kind == .session } }
        guard isBrought, !row.step.token.isEmpty else { return nil }
        return rows[..<place].last {
            $0.origin != nil && $0.step.tone == .good && $0.step.otherTokens.contains(row.step.token)
        }
    }

    /// The row of another process that led to one of its rows; `nil` where none is known.
    func cause(of row: Row) -> Row? {
        guard let origin = row.origin else { return nil }
        let earlier = rows.filter {
            $0.origin?.process == origin.process && ($0.origin?.sequence ?? 0) < origin.sequence
        }
        var (sequence, next) = (origin.sequence, origin.cause)
        while let cause = next, cause < sequence {
            if let found = earlier.first(where: { $0.origin?.sequence == cause }) { return found }
            guard let known = otherCauses[origin.process, cause] else { return nil }
            // The row of a 401 is that of its message.
            let message = known.call.flatMap { call in
                earlier.last { $0.origin?.call == call && ($0.origin?.sequence ?? 0) < cause }
            }
            if let message { return message }
            (sequence, next) = (cause, known.cause)
        }
        return nil
    }
}

extension Flow.Row {
    /// Which event of another process a row tells of.
    struct Source: Sendable, Hashable {
        let process: String
        let sequence: Int
        let cause: Int?
        let call: Int?

        init(_ other: OtherProcessEvent) {
            process = other.process
            (sequence, cause) = (other.event.sequence, other.event.cause)
            call = other.event.kind.traits.request
        }
    }

    /// Whether it tells that another process has ended the session.
    fileprivate var isEnd: Bool {
        origin == nil && step.kind == .session && step.path == .message(from: .otherProcess, to: .console)
    }

    /// Whether the own session took one of these tokens from another process.
    fileprivate func tookOver(_ tokens: Set<String>) -> Bool {
        origin == nil && step.path == .message(from: .otherProcess, to: .console) && tokens.contains(step.token)
    }
}

extension OtherProcessEvent {
    /// The tokens that the process got from the provider, by its rows.
    fileprivate func broughtTokens(_ steps: [FlowStep]) -> Set<String> {
        switch event.kind {
        case .exchange, .refreshed, .signedIn:
            Set(steps.flatMap { $0.otherTokens + ($0.path == .note(at: .otherProcess) ? [$0.token] : []) })
        default: []
        }
    }
}

/// What led to the events of other processes, also to those without rows; the latest are kept.
struct OtherCauses: Sendable {
    private struct Key: Sendable, Hashable {
        let process: String
        let sequence: Int
    }

    /// As many as there may be rows.
    private static let capacity = Flow.capacity

    private var causes: [Key: (cause: Int?, call: Int?)] = [:]
    private var order: [Key] = []

    subscript(process: String, sequence: Int) -> (cause: Int?, call: Int?)? {
        causes[Key(process: process, sequence: sequence)]
    }

    mutating func observe(_ other: OtherProcessEvent) {
        let key = Key(process: other.process, sequence: other.event.sequence)
        let cause = (other.event.cause, other.event.kind.traits.request)
        guard causes.updateValue(cause, forKey: key) == nil else { return }
        order.append(key)
        // A tenth leaves at once, as of the rows.
        guard order.count > Self.capacity else { return }
        for key in order.prefix(Self.capacity / 10) { causes[key] = nil }
        order.removeFirst(Self.capacity / 10)
    }
}
