package import ClientObservation

/// What changed in what is seen of the programs that are watched.
package struct SeenChange: Sendable, Hashable {
    package var sessions: [SeenSession]
    package var findings: [ClientFinding]
    /// Whether the watch is over: what only its end decides is decided.
    package var isOver: Bool
    /// What the watch itself has to say, such as why a program is not seen.
    package var remark: String?

    package init(
        sessions: [SeenSession] = [], findings: [ClientFinding] = [], isOver: Bool = false, remark: String? = nil
    ) {
        (self.sessions, self.findings, self.isOver, self.remark) = (sessions, findings, isOver, remark)
    }

    /// Whether a rule was broken for the first time.
    var hasNewFinding: Bool { findings.contains { $0.count == 1 } }
}

/// What is seen of the programs that are watched: their sessions, and the rules that they have broken.
package struct SeenClients: Sendable, Hashable {
    /// A program may sign in for each request.
    static let sessionLimit = 512

    /// In the order in which they were seen first; of more than ``sessionLimit`` the latest.
    package private(set) var sessions: [SeenSession] = []
    /// How many were seen.
    package private(set) var sessionCount = 0
    /// In the order in which they were found first.
    package private(set) var findings: [ClientFinding] = []
    package private(set) var isOver = false

    package init() {}

    package mutating func note(_ change: SeenChange) {
        for session in change.sessions {
            Self.put(session, in: &sessions)
            sessionCount = max(sessionCount, session.id)
        }
        sessions.removeFirst(max(0, sessions.count - Self.sessionLimit))
        for finding in change.findings { Self.put(finding, in: &findings) }
        isOver = isOver || change.isOver
    }

    func session(_ id: Int?) -> SeenSession? { id.flatMap { id in sessions.first { $0.id == id } } }

    private static func put<Item: Identifiable<Int>>(_ item: Item, in items: inout [Item]) {
        let place = items.partitioningIndex { $0.id >= item.id }
        if place < items.count, items[place].id == item.id {
            items[place] = item
        } else {
            items.insert(item, at: place)
        }
    }
}
