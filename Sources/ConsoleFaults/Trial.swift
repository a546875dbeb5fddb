package import FoundationEssentials
import SessionCore

/// A fault that struck, and what the session did then.
package struct Trial: Sendable, Identifiable, Equatable {
    /// The sequence number of the event that told of the fault.
    package let id: Int
    package let fault: LabFault
    package let time: Date
    /// How often the fault struck until there was a verdict.
    package private(set) var strikes = 1
    package private(set) var verdict: TrialVerdict
    /// The rules that the verdict is about: of all that the fault tests those of a refresh or those of a sign-in.
    private(set) var rules: [Rule] = []
    /// Whether no later event can change the verdict.
    private(set) var isOver = false
    /// Whether no later event can change the verdict but the refresh that completes it.
    private(set) var isSettled = false
    private var ruling: Ruling
    private var aftermath: Aftermath
    /// What else happened before there was a verdict, as a clause: what goes wrong may be its effect.
    private var intrusion: String?
    /// How many events still count once there is a verdict.
    private var patience = 60

    package static func == (one: Trial, other: Trial) -> Bool {
        one.id == other.id && one.strikes == other.strikes && one.verdict == other.verdict
    }

    /// The message that the fault struck first.
    package var exchange: Int? { aftermath.exchange }

    /// `RFC 6750 §3.1: a request is repeated at most once`.
    package var rulesInWords: String { "\(fault.sections): \(rules.map(\.sentence).joined(separator: "; "))" }

    /// `earlier` is a fault whose effects last.
    init(
        _ fault: LabFault, struckBy event: SessionEvent, exchange: Int?, before: Circumstances, after earlier: LabFault?
    ) {
        (id, self.fault, time) = (event.sequence, fault, event.time)
        intrusion = earlier.map { "\($0.rawValue) was still in effect" }
        aftermath = Aftermath(exchange: exchange, isForged: fault.forgesAnswer, at: event.time, before: before)
        ruling = fault.judge(aftermath)
        verdict = ruling.verdict
        rules = rulesSeen
    }

    private var rulesSeen: [Rule] {
        let struckRefresh = aftermath.before.refresh != nil
        guard let seen = struckRefresh ? fault.ofRefresh : fault.ofSignIn else { return fault.rules }
        return struckRefresh && aftermath.loss != nil ? [seen, .invalidGrantEnds] : [seen]
    }

    /// Counts another stroke of the same fault.
    mutating func strikeAgain() { strikes += 1 }

    mutating func observe(_ event: SessionEvent) {
        guard !isOver else { return }
        // A new session is not what the fault was about.
        if case .signedIn = event.kind, fault != .wrongState {
            settle()
            if isOver { return }
        }
        if aftermath.add(event) { (ruling, rules) = (fault.judge(aftermath), rulesSeen) }
        if isSettled { return complete() }
        verdict = ruling.verdict
        if let spoiled { return end(.undecided(spoiled)) }
        if case .waiting = verdict {
            if let reason = aftermath.endOfWaiting { end(.undecided(reason)) }
            return
        }
        patience -= 1
        if ruling.isFinal { end(verdict) } else if patience == 0 { settle() }
    }

    /// Why what went wrong is not held against the session, after what was seen; `nil` where it is.
    private var spoiled: String? {
        switch verdict {
        case .notHeld(let what) where intrusion == nil && fault == .tamperedToken && strikes > 1:
            "\(what), but that was tampered with too"
        case .notHeld(let what), .undecided(let what): intrusion.map { "\(what); \($0)" }
        case .waiting, .held: nil
        }
    }

    /// Ends the trial with its last verdict.
    private mutating func end(_ last: TrialVerdict) {
        (verdict, isOver) = (last, true)
        aftermath.clear()
    }

    /// Ends the trial where there is a verdict: what follows has another cause, but for the next refresh that succeeds.
    private mutating func settle() {
        if case .waiting = verdict { return }
        if ruling.awaitsRefresh { isSettled = true } else { end(verdict) }
    }

    /// Takes the verdict that a refresh completes, and no other.
    private mutating func complete() {
        let isStillAwaited = aftermath.endOfWaiting == nil
        if ruling.awaitsRefresh, isStillAwaited { return }
        if case .held = ruling.verdict, isStillAwaited, aftermath.renewals > 0 { return end(ruling.verdict) }
        end(verdict)
    }

    /// Another fault struck, or was armed: what follows may be its effect.
    mutating func meet(_ other: LabFault, struck: Bool) {
        settle()
        if !isOver, !isSettled, struck { intrusion = intrusion ?? "\(other.rawValue) came meanwhile" }
    }

    /// Something struck that is none of the faults.
    mutating func meet(_ words: String) {
        settle()
        if !isOver, !isSettled { intrusion = intrusion ?? "meanwhile \(words)" }
    }

    /// Ends the trial of a fault that has been disarmed.
    mutating func disarm() {
        guard !isOver, fault.ownArming == .untilDisarmed else { return }
        if case .waiting = verdict { end(fault.judgeWhenDisarmed(aftermath).verdict) } else { settle() }
    }
}
