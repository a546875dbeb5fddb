import SessionCore

/// The lanes of a diagram.
///
/// Programs share lanes if the diagram is too narrow for a lane per program.
struct LaneSet: Sendable, Hashable {
    /// How far programs share lanes, the least first.
    enum Sharing: Sendable, Hashable, CaseIterable {
        /// Each process has a lane.
        case none
        /// The processes of a program share one.
        case program
        /// All programs share one.
        case all
        /// Their calls begin at the console that sends them.
        case console
    }

    /// From left to right.
    let lanes: [Lane]
    private let sharing: Sharing
    private let programCount: Int

    init(_ lanes: [Lane], _ sharing: Sharing = .none) {
        let count = Set(lanes.compactMap { $0.client?.name }).count
        (self.sharing, programCount) = (sharing, count)
        self.lanes = lanes.reduce(into: []) { places, lane in
            let place = lane.shared(sharing, by: count, home: .console)
            if !places.contains(place) { places.append(place) }
        }
    }

    /// The lanes of a document, which has room for this many programs.
    init(ofDocument lanes: [Lane], mostPrograms: Int = 6) {
        let sets = [Sharing.none, .program].lazy.map { LaneSet(lanes, $0) }
        self = sets.first { $0.lanes.count { $0.isClient } <= mostPrograms } ?? LaneSet(lanes, .all)
    }

    /// All ways to share them; programs that are watched have a lane each, or none.
    static func all(of lanes: [Lane]) -> [LaneSet] {
        lanes.contains(.console) ? Sharing.allCases.map { LaneSet(lanes, $0) } : [LaneSet(lanes)]
    }

    /// A row at these lanes; a program that shares a lane is named in it.
    func drawn(_ step: FlowStep) -> FlowStep {
        guard sharing != .none, let client = step.client else { return step }
        var step = step
        // What another process tells of its own callers.
        let home = step.process.isEmpty ? Lane.console : .otherProcess
        func place(_ lane: Lane) -> Lane { lane.shared(sharing, by: programCount, home: home) }
        step.path =
            switch step.path {
            case .message(let from, let to): .message(from: place(from), to: place(to))
            case .note(let lane): .note(at: place(lane))
            case .line: .line
            }
        step.process = ["\(client)", step.process].filter { !$0.isEmpty }.joined(separator: Phrase.Joint.dot.rawValue)
        return step
    }
}

extension Lane {
    fileprivate func shared(_ sharing: LaneSet.Sharing, by count: Int, home: Lane) -> Lane {
        guard let client else { return self }
        return switch sharing {
        case .none: self
        case .program: .client(Caller(name: client.name))
        case .all: .clients(count)
        case .console: home
        }
    }
}
