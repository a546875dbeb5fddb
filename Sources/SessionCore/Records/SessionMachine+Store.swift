extension SessionMachine {
    /// What a stored record says that the session does not know yet.
    enum StoreNews: Sendable, Equatable {
        case nothing
        /// The record of the present session was damaged, and is to be written again.
        case lost
        /// Why there is no session, where nothing else is known of that.
        case absent(StoredEnd)
        /// Another process has ended the present session.
        case ended
        /// Another process has refreshed the present session.
        case renewed(SessionRecord.Entry, revision: Int)
        /// Another process has signed in.
        case begun(SessionRecord.Entry, revision: Int)
    }

    /// Compares the record with what is known; changes nothing.
    func news(in found: StoredRecord) -> StoreNews {
        if case .setAside = found { return active == nil ? .nothing : .lost }
        guard case .record(let record) = found, let entry = record.entry else {
            guard let active else { return knowsOnlyAbsence ? .absent(found.absence) : .nothing }
            // What was never written, or could not be, has not been removed by another process.
            return active.wasStored && !active.isUnsaved ? .ended : .nothing
        }
        if let active, active.id == entry.id {
            return record.revision > active.revision ? .renewed(entry, revision: record.revision) : .nothing
        }
        // A record of a session that ended here could not be removed yet.
        return hasEnded(entry.id) ? .nothing : .begun(entry, revision: record.revision)
    }
}
