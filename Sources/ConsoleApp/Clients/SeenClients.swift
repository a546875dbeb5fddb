import ConsoleFaults
package import ClientObservation

/// What changed in what is seen of the programs that are watched.
package struct SeenChange: Sendable, Hashable {
    package var sessions: [SeenSession]
    package var findings: [ClientFinding]
    /// Those of a server that is watched from its own side.
    package var served: [ServedClient]
    /// Whether the watch is over: what only its end decides is decided.
    package var isOver: Bool
    /// What a program made of a fault.
    package var verdict: SeenVerdict?
    /// What the watch itself has to say, such as why a program is not seen.
    package var notice: WatchNotice?

    package init(
        sessions: [SeenSession] = [], findings: [ClientFinding] = [], served: [ServedClient] = [],
        isOver: Bool = false, verdict: SeenVerdict? = nil, notice: WatchNotice? = nil
    ) {
        self.served = served
        (self.sessions, self.findings, self.isOver) = (sessions, findings, isOver)
        (self.verdict, self.notice) = (verdict, notice)
    }

    /// Whether a rule was broken for the first time.
    var hasNewFinding: Bool { findings.contains { $0.count == 1 } }
}

/// What a program that is watched made of a fault.
package struct SeenVerdict: Sendable, Hashable {
    /// The fault's stable name.
    package var fault: String
    package var verdict: FaultVerdict

    package init(fault: String, verdict: FaultVerdict) { (self.fault, self.verdict) = (fault, verdict) }

    var words: String { "\(LabFault.words(for: fault)): \(verdict.label), \(verdict.words)" }
}

/// What is seen of the programs that are watched: their sessions, and the rules that they have broken.
package struct SeenClients: Sendable, Hashable {
    /// A program may sign in for each request.
    static let sessionLimit = 512
    package static let servedLimit = 10_000

    /// In the order in which they were seen first; of more than ``sessionLimit`` the latest.
    package private(set) var sessions: [SeenSession] = []
    /// How many were seen.
    package private(set) var sessionCount = 0
    /// In the order in which they were found first.
    package private(set) var findings: [ClientFinding] = []
    /// In the order in which they were seen first; of more than ``servedLimit`` the latest.
    package private(set) var served: [ServedClient] = []
    /// The latest on each fault, by its stable name.
    package private(set) var verdicts: [String: FaultVerdict] = [:]
    package private(set) var isOver = false

    package init() {}

    package mutating func observe(_ change: SeenChange) {
        for session in change.sessions {
            Self.put(session, in: &sessions)
            sessionCount = max(sessionCount, session.id)
        }
        sessions.removeFirst(max(0, sessions.count - Self.sessionLimit))
        for finding in change.findings { Self.put(finding, in: &findings) }
        for client in change.served {
            if client.successor == nil {
                Self.put(client, in: &served)
            } else {
                served.removeAll { $0.id == client.id }
            }
        }
        served.removeFirst(max(0, served.count - Self.servedLimit))
        if let latest = change.verdict { verdicts[latest.fault] = latest.verdict }
        isOver = isOver || change.isOver
    }

    /// The clients alone that are to be told of, with what was found about them.
    package func only(_ client: ServedClient) -> SeenClients {
        var clients = SeenClients()
        clients.served = [client]
        clients.findings = findings.filter { $0.client.map { $0 == client.clientID } ?? ($0.sender == client.name) }
        clients.isOver = isOver
        return clients
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
