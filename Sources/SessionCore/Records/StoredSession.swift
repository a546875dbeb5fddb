import FoundationEssentials

/// What a store says of a session, without a session of one's own: nothing is locked, changed or sent.
package struct StoredSession: Sendable {
    /// The client whose session is stored; `nil` where nothing is, or where a newer program wrote it.
    package let owner: RecordOwner?
    /// What can be shown of it now.
    package let status: SessionStatus
    /// The process that got the access token, and what it was doing; `nil` where that is not known.
    package let renewer: Renewer?
    /// Whether a refresh returned the access token, and not the sign-in.
    package let isRefreshed: Bool

    package struct Renewer: Sendable, Hashable {
        package let process: Int
        package let program: String?

        package init(process: Int, program: String?) { (self.process, self.program) = (process, program) }
    }
}

extension StoredSession {
    /// Reads what the store holds, for a client or, with `nil`, for whichever client it is.
    ///
    /// Throws ``StoreError/unreadable(_:)`` for a damaged record too, which stays where it is.
    package init(
        readingFrom store: some SessionStore, for client: RecordOwner?, clock: some SessionClock
    ) async throws(StoreError) {
        let bytes: [UInt8]?
        do {
            bytes = try await store.read()
        } catch {
            throw error as? StoreError ?? .unreadable("\(error)")
        }
        try self.init(Self.found(bytes, for: client), at: ClockReading(clock))
    }

    private static func found(_ bytes: [UInt8]?, for client: RecordOwner?) throws(StoreError) -> StoredRecord {
        guard let bytes else { return .empty }
        do throws(SessionRecord.Fault) {
            let record = try SessionRecord(bytes)
            return record.owner == client ?? record.owner ? .record(record) : .foreign(record)
        } catch {
            switch error {
            case .newerVersion(let version): return .newer(version)
            case .damaged(let fault): throw .unreadable("it is damaged: \(fault)")
            }
        }
    }

    private init(_ found: StoredRecord, at now: ClockReading) throws(StoreError) {
        let usual = ClientConfiguration(issuer: "", clientID: "")
        var machine = SessionMachine(margin: usual.refreshMargin, policy: usual.unauthorizedPolicy)
        if case .record(let record) = found, let entry = record.entry {
            let active = entry.active(revision: record.revision, start: .restored, at: now)
            _ = machine.begin(active, generation: entry.generation)
        } else {
            machine.adoptAbsence(found.absence.end, endedSession: found.absence.endedSession)
        }
        var status = machine.status(at: now, verified: nil)
        switch found {
        case .record(let record), .foreign(let record):
            owner = record.owner
            status.metadataReadAt = record.metadata?.readAt
        case .empty, .newer, .setAside: owner = nil
        }
        self.status = status
        renewer = found.entry?.renewer.map { Renewer(process: $0.process, program: $0.program) }
        isRefreshed = found.entry?.isAccessRefreshed ?? false
    }
}
