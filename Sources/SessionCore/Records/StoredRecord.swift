/// What the store holds.
enum StoredRecord: Sendable {
    case empty
    /// The store held something that can't be understood, which has been moved out of the way.
    case setAside
    /// This client's.
    case record(SessionRecord)
    /// Another client's, or of another issuer: only a sign-in may replace it.
    case foreign(SessionRecord)
    /// A newer program's, with its version: only a sign-in may set it aside.
    case newer(Int)
}

extension StoredRecord {
    /// This client's session, where it is there.
    var entry: SessionRecord.Entry? {
        if case .record(let record) = self { record.entry } else { nil }
    }

    var pending: [PendingRevocation] {
        switch self {
        case .empty, .setAside, .newer: []
        case .record(let record), .foreign(let record): record.pending
        }
    }

    /// Whose session is there instead of this client's.
    var foreign: ForeignRecord? {
        switch self {
        case .empty, .setAside, .record: nil
        case .foreign(let record): record.entry == nil ? nil : .client(record.owner)
        case .newer(let version): .newerVersion(version)
        }
    }

    /// Why there is no session, as far as a record without this client's session says.
    var absence: StoredEnd {
        if case .setAside = self { return StoredEnd(.storeLost) }
        if case .record(let record) = self, let ended = record.end?.endedSession { return StoredEnd(ended.end, ended) }
        return StoredEnd(foreign.map { .foreignRecord($0) } ?? .noStoredSession)
    }

    /// How a session ended that the store held before.
    func end(of id: String) -> StoredEnd {
        if case .record(let record) = self, let end = record.end, end.id == id {
            return StoredEnd(end.endedSession.end, end.endedSession)
        }
        return StoredEnd(foreign.map { .foreignRecord($0) } ?? .otherProcess)
    }
}

/// The end of a session as the store has it.
struct StoredEnd: Sendable, Equatable {
    let end: SessionEnd
    /// When and by which process it ended, where the record says so.
    let endedSession: EndedSession?

    init(_ end: SessionEnd, _ endedSession: EndedSession? = nil) {
        self.end = end
        self.endedSession = endedSession
    }
}
