import SessionCore

/// The sessions that outlive the console: when it ends or stops, none of their work must be lost.
struct KeptSessions: Sendable {
    let sessions: [Session]

    var workUnderWay: Set<SessionWork> { sessions.reduce(into: []) { $0.formUnion($1.workUnderWay) } }

    func refuseNewWork() { sessions.forEach { $0.refuseNewWork() } }
    func holdNewWork() { sessions.forEach { $0.holdNewWork() } }
    func resumeNewWork() { sessions.forEach { $0.resumeNewWork() } }

    /// Waits for the work of all at once, and returns what is not done within the limit.
    func finishWork(within limit: Duration) async -> Set<SessionWork> {
        await withTaskGroup(of: Set<SessionWork>.self) { group in
            for session in sessions { group.addTask { await session.finishWork(within: limit) } }
            return await group.reduce(into: []) { $0.formUnion($1) }
        }
    }
}
