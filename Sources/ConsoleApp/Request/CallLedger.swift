import FoundationEssentials
import SessionCore

/// The calls that are under way, and what the last burst came to.
struct CallLedger: Sendable {
    struct Running: Sendable {
        let draft: RequestDraft
        let startedAt: Date
    }

    private var nextNumber = 1
    private(set) var running: [CallID: Running] = [:]
    private(set) var lastDraft: RequestDraft?
    var burst: BurstTally?

    /// Hands out identities for calls that begin now.
    mutating func begin(_ draft: RequestDraft, count: Int, at now: Date) -> [CallID] {
        let calls = (0..<count).map { CallID(nextNumber + $0) }
        nextNumber += count
        for call in calls { running[call] = Running(draft: draft, startedAt: now) }
        lastDraft = draft
        return calls
    }

    /// Notes that a call is over; answers what it was.
    mutating func end(_ call: CallID) -> Running? {
        running.removeValue(forKey: call)
    }

    var earliestStart: Date? { running.values.map(\.startedAt).min() }
}
