import FoundationEssentials
import SessionCore

/// The calls that are under way, the last one that was sent, and the outcome of the last burst.
struct CallLedger: Sendable {
    struct Running: Sendable {
        let draft: RequestDraft
        let startedAt: Date
    }

    private var nextNumber = 1
    private(set) var running: [CallID: Running] = [:]
    private(set) var lastDraft: RequestDraft?
    private(set) var targets = UsedTargets()
    var burst: BurstTally?

    /// Hands out identities for calls that begin now; more than one are a burst.
    mutating func begin(_ draft: RequestDraft, count: Int, at now: Date, after sequence: Int) -> [CallID] {
        let calls = (0..<count).map { CallID(nextNumber + $0) }
        nextNumber += count
        for call in calls { running[call] = Running(draft: draft, startedAt: now) }
        lastDraft = draft
        targets.note(draft)
        burst = count > 1 ? BurstTally(calls: calls, after: sequence) : nil
        return calls
    }

    /// Notes the end of a call; answers what was sent, or `nil` for a call that is not under way.
    mutating func end(_ call: CallID, with result: Result<AuthorizedResponse, SessionError>) -> Running? {
        guard let ended = running.removeValue(forKey: call) else { return nil }
        burst?.note(call, result)
        return ended
    }

    var earliestStart: Date? { running.values.map(\.startedAt).min() }
}
