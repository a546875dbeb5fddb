import FoundationEssentials
import SessionCore

/// The calls that are under way, and the calls sent last.
struct CallLedger: Sendable {
    struct Running: Sendable {
        let draft: RequestDraft
        let startedAt: Date
        /// `nil` until the answer's body begins.
        var progress: CallProgress?
    }

    private let sender: CallID.Sender
    private var nextNumber = 1
    private(set) var running: [CallID: Running] = [:]
    private(set) var targets = UsedTargets()
    /// The calls of the burst, if a burst was sent last.
    private(set) var burst: ClosedRange<CallID>?

    init(sender: CallID.Sender) { self.sender = sender }

    /// Hands out identities for calls that begin now; more than one are a burst.
    mutating func begin(_ draft: RequestDraft, count: Int, at now: Date) -> [CallID] {
        let calls = (0..<count).map { CallID(nextNumber + $0, from: sender) }
        nextNumber += count
        for call in calls { running[call] = Running(draft: draft, startedAt: now) }
        targets.remember(draft)
        burst = count > 1 ? calls[0]...calls[count - 1] : nil
        return calls
    }

    /// Records calls that were sent before, in whatever order a recording has them; answers whether they were not known
    /// yet.
    mutating func begin(_ calls: [CallID], _ draft: RequestDraft, at now: Date) -> Bool {
        guard let first = calls.min(), let last = calls.max(), first.number >= nextNumber else { return false }
        nextNumber = last.number + 1
        for call in calls { running[call] = Running(draft: draft, startedAt: now) }
        targets.remember(draft)
        burst = calls.count > 1 ? first...last : nil
        return true
    }

    /// Records calls that another screen has begun.
    mutating func follow(_ calls: [CallID], _ running: Running) {
        for call in calls { self.running[call] = running }
        burst = calls.count > 1 ? calls[0]...calls[calls.count - 1] : nil
    }

    /// Records the end of a call; returns what was sent, or `nil` for a call that is not under way.
    mutating func end(_ call: CallID) -> Running? { running.removeValue(forKey: call) }

    /// Takes up what has arrived of the answers to calls that are still under way.
    mutating func update(_ progress: [CallID: CallProgress]) {
        for (call, progress) in progress { running[call]?.progress = progress }
    }

    /// What has arrived of the only call under way, or of all of them together.
    var progress: CallProgress? {
        let all = running.values.compactMap(\.progress)
        guard !all.isEmpty else { return nil }
        return CallProgress(
            received: all.map(\.received).reduce(0, +), expected: running.count == 1 ? all[0].expected : nil)
    }

    var earliestStart: Date? { running.values.map(\.startedAt).min() }
}
