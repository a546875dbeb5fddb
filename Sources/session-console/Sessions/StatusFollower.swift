import ConsoleApp
import FoundationEssentials
import SessionCore

/// Follows a session, without a request: its store, the events of other processes, and the clock.
struct StatusFollower {
    private let opened: CommandSession
    /// Whether the next sign-in is waited for, where nobody is signed in.
    private let waits: Bool
    /// What other processes do with a session that is stored.
    private var others: OtherProcesses?

    /// Begins to follow the session, before its status is read for the first time.
    init(_ opened: CommandSession, _ folders: Folders, waits: Bool) {
        (self.opened, self.waits) = (opened, waits)
        guard opened.settings.store != .memory else { return }
        others = OtherProcesses(EventFile(path: folders.eventFile(profile: opened.settings.profile)))
    }

    /// Passes on each change with the status after it, and returns the status at the session's end.
    mutating func run(
        from status: SessionStatus, at start: Date, _ give: (StatusChange, SessionStatus, Date) throws -> Void
    ) async throws -> SessionStatus {
        var (last, before) = (status, start)
        if !last.state.isAuthenticated { await invite() }
        while waits || last.state.isAuthenticated {
            try await WatchPace.wait(for: StatusChange.nextExpiry(in: last, after: before))
            await opened.session.checkStore()
            let now = Date()
            var next = await opened.session.status
            let verified = verification()
            // The store does not say when another process's call was answered.
            if next.generation == last.generation {
                next.verifiedAt = [verified?.event.time, next.verifiedAt, last.verifiedAt].compactMap(\.self).max()
            }
            var changes = StatusChange.all(from: last, at: before, to: next, at: now)
            if let verified, next.state.isAuthenticated { changes.append(.verified(by: verified.process)) }
            for change in changes { try give(change, next, now) }
            if changes.contains(.ended) { await invite() }
            (last, before) = (next, now)
        }
        return last
    }

    private func invite() async {
        if waits { opened.tell(await opened.invitation) }
    }

    /// The latest event by which another process knows the session to be live.
    private mutating func verification() -> OtherProcessEvent? { others?.next().last { $0.event.kind == .verified } }
}
