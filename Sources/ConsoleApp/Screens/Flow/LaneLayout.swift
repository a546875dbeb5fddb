import TerminalUI

/// Where the lanes of the diagram are at a width, and what stands beside them.
struct LaneLayout: Sendable {
    /// The columns of the time since the line before, of a mark, and of the facts at the right end.
    static let timeWidth = 8
    static let markWidth = 3

    /// Narrower rows leave the names out: the paths tell as much.
    private static let leastNamed = 52
    /// The column of the console.
    private static let first = 3
    /// From the console to the provider, so that the path of the metadata stands on the arrow.
    private static let wantedArrow = 46

    /// What an arrow has of its columns for itself.
    static let arrowEnds = 7

    let factsWidth: Int
    /// How long a message took is left out where there is little room.
    let showsDuration: Bool
    /// The width between time and facts.
    let width: Int
    /// Whether the lanes have no room: a message is then a row with its direction and the name of its lane.
    let isFolded: Bool
    /// The columns of that name; 0 where it has no room.
    let nameWidth: Int
    /// Whether there are several senders, so that a row without lanes names its own.
    let namesSenders: Bool
    /// Which programs have a lane.
    let laneSet: LaneSet
    private var lanes: [Lane] { laneSet.lanes }
    private let columns: [Int]

    /// Where a label of so many columns has no room on the arrow to the provider, there are no lanes.
    ///
    /// Programs share lanes where that leaves room for the others.
    init(_ lanes: [Lane], width total: Int, label: Int = 0) {
        let layouts = LaneSet.all(of: lanes).lazy.map { Self($0, width: total, label: label) }
        self = layouts.first { !$0.isFolded } ?? Self(LaneSet(lanes), width: total, label: label)
    }

    private init(_ laneSet: LaneSet, width total: Int, label: Int) {
        let lanes = laneSet.lanes
        showsDuration = total >= 64
        factsWidth = showsDuration ? 18 : 8
        width = max(12, total - Self.timeWidth - 1 - Self.markWidth - factsWidth - 1)
        let last = lanes.last.map { Self.halfTitle($0.title) } ?? 0
        let room = width - Self.first - last - 1
        let columns = Self.columns(of: lanes, in: room)
        let start = lanes.lastIndex(where: \.isSender).map { columns[$0] } ?? Self.first
        let arrow = (lanes.firstIndex(of: .provider).map { columns[$0] } ?? width) - start - Self.arrowEnds
        isFolded = !showsDuration || lanes.count > 2 && room / (lanes.count - 1) < 13 || arrow < label
        self.laneSet = laneSet
        namesSenders = lanes.count(where: \.isSender) > 1
        let names = lanes.filter { !$0.isSender }.map { TextWidth.columns(of: $0.shortName) }
        nameWidth = isFolded && total >= Self.leastNamed ? names.max() ?? 0 : 0
        self.columns = isFolded ? [0] : columns
    }

    /// Evenly spread, but the provider farther right where labels would not fit on its arrows.
    private static func columns(of lanes: [Lane], in room: Int) -> [Int] {
        var columns = lanes.indices.map { first + room * $0 / max(1, lanes.count - 1) }
        guard let place = lanes.firstIndex(of: .provider), place > 0, place + 1 < lanes.count else { return columns }
        let (title, next) = (lanes[place].title, lanes[place + 1].title)
        let titles = TextWidth.columns(of: title) - halfTitle(title) + 2 + halfTitle(next)
        columns[place] = max(columns[place], min(first + wantedArrow, columns[place + 1] - titles))
        for index in 1..<place { columns[index] = first + (columns[place] - first) * index / place }
        return lanes[0].isClient ? Self.columns(columns, besideClientsOf: lanes) : columns
    }

    /// The clients beside each other at the left, so that the arrows have the room.
    private static func columns(_ columns: [Int], besideClientsOf lanes: [Lane]) -> [Int] {
        var columns = columns
        for (index, lane) in lanes.enumerated() where lane.isClient {
            let half = halfTitle(lane.title)
            columns[index] =
                index == 0 ? max(first, half) : columns[index - 1] + halfTitle(lanes[index - 1].title) + half + 3
        }
        return columns
    }

    /// The column of a lane.
    func column(of lane: Lane) -> Int {
        guard let index = lanes.firstIndex(of: lane) else { return columns[0] }
        return columns[min(index, columns.count - 1)]
    }

    /// The column of the first lane.
    var leftmost: Int { columns[0] }

    /// The columns of all lanes.
    var lifelines: [Int] { isFolded ? [] : columns }

    /// The titles over the lanes.
    var titles: [(column: Int, title: String)] { isFolded ? [] : zip(columns, lanes).map { ($0, $1.title) } }

    static func halfTitle(_ title: String) -> Int { TextWidth.columns(of: title) / 2 }
}

extension Lane {
    /// The name where there is little room.
    var shortName: String { self == .otherProcess ? "other" : title }
}
