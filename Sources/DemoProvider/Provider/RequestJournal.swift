import FoundationEssentials

/// The requests that came last, the oldest first.
struct RequestJournal: Sendable {
    static let capacity = 500

    private(set) var entries: [DemoProvider.ReceivedRequest] = []
    private var lastID = 0
    private var lastChange = 0

    mutating func begin(
        at time: Date, method: String, path: String, grantType: String?, clientID: String?
    ) -> Int {
        lastID += 1
        lastChange += 1
        entries.append(
            DemoProvider.ReceivedRequest(
                id: lastID, change: lastChange, time: time, method: String(method.prefix(20)),
                path: String(path.prefix(200)), grantType: grantType.map { String($0.prefix(80)) },
                clientID: clientID.map { String($0.prefix(80)) }))
        if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
        return lastID
    }

    mutating func finish(
        _ id: Int, _ answer: DemoProvider.ReceivedRequest.Answer, registered clientID: String?, flaw: String?,
        faults: [String]
    ) {
        guard let index = entries.lastIndex(where: { $0.id == id }) else { return }
        lastChange += 1
        entries[index].change = lastChange
        entries[index].answer = answer
        entries[index].clientID = clientID ?? entries[index].clientID
        entries[index].flaw = flaw
        entries[index].faults = faults
    }
}
