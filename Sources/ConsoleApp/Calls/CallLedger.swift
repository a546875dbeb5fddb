import FoundationEssentials
import SessionCore

/// The calls that are under way, and what was sent last.
struct CallLedger: Sendable {
    struct Running: Sendable {
        let draft: RequestDraft
        let startedAt: Date
    }

    private var nextNumber = 1
    private(set) var running: [CallID: Running] = [:]
    private(set) var lastDraft: RequestDraft?
    private(set) var targets = UsedTargets()
    /// The calls of what was sent last, where that was a burst.
    private(set) var burst: ClosedRange<CallID>?

    /// Hands out identities for calls that begin now; more than one are a burst.
    mutating func begin(_ draft: RequestDraft, count: Int, at now: Date) -> [CallID] {
        let calls = (0..<count).map { CallID(nextNumber + $0) }
        nextNumber += count
        for call in calls { running[call] = Running(draft: draft, startedAt: now) }
        lastDraft = draft
        targets.note(draft)
        burst = count > 1 ? CallID(nextNumber - count)...CallID(nextNumber - 1) : nil
        return calls
    }

    /// Notes the end of a call; answers what was sent, or `nil` for a call that is not under way.
    mutating func end(_ call: CallID) -> Running? { running.removeValue(forKey: call) }

    var earliestStart: Date? { running.values.map(\.startedAt).min() }
}
