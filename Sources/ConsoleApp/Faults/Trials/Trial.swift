import FoundationEssentials
import SessionCore

/// A fault that struck, and what the session did then.
struct Trial: Sendable, Identifiable, Equatable {
    /// The sequence number of the event that told of the fault.
    let id: Int
    let fault: Fault
    let time: Date
    /// How often the fault struck until there was a verdict.
    private(set) var strikes = 1
    private(set) var verdict: Verdict
    /// Whether no later event can change the verdict.
    private(set) var isOver = false
    /// Whether no later event can change the verdict but the refresh that completes it.
    private(set) var isSettled = false
    private var awaitsRefresh = false
    private var evidence: Evidence
    /// What else happened before there was a verdict, as a clause: what goes wrong may be its effect.
    private var intrusion: String?
    /// How many events still count once there is a verdict.
    private var patience = 60

    static func == (one: Trial, other: Trial) -> Bool {
        one.id == other.id && one.strikes == other.strikes && one.verdict == other.verdict
    }

    /// The message that the fault struck first.
    var exchange: Int? { evidence.exchange }

    /// The rules that the verdict is about: of all that the fault tests those of a refresh or those of a sign-in.
    var rules: [Rule] {
        let struckRefresh = evidence.before.refresh != nil
        guard let seen = struckRefresh ? fault.ofRefresh : fault.ofSignIn else { return fault.rules }
        return struckRefresh && evidence.loss != nil ? [seen, .invalidGrantEnds] : [seen]
    }

    /// `RFC 6750 §3.1: a request is repeated at most once`.
    var rulesInWords: String { "\(fault.sections): \(rules.map(\.sentence).joined(separator: "; "))" }

    /// `earlier` is a fault whose effects last.
    init(_ fault: Fault, struckBy event: SessionEvent, exchange: Int?, before: Circumstances, after earlier: Fault?) {
        (id, self.fault, time) = (event.sequence, fault, event.time)
        intrusion = earlier.map { "\($0.rawValue) was still in effect" }
        evidence = Evidence(exchange: exchange, isForged: fault.forgesAnswer, at: event.time, before: before)
        verdict = fault.judge(evidence).verdict
    }

    /// Counts another stroke of the same fault.
    mutating func strikeAgain() { strikes += 1 }

    mutating func note(_ event: SessionEvent) {
        guard !isOver else { return }
        // A new session is not what the fault was about.
        if case .signedIn = event.kind, fault != .wrongState {
            settle()
            if isOver { return }
        }
        evidence.note(event)
        let judgement = fault.judge(evidence)
        if isSettled { return complete(judgement) }
        (verdict, awaitsRefresh) = (judgement.verdict, judgement.awaitsRefresh)
        if let intrusion {
            switch verdict {
            case .notHeld(let what), .undecided(let what):
                (verdict, isOver) = (.undecided("\(what); \(intrusion)"), true)
                return
            case .waiting, .held: break
            }
        }
        if fault == .tamperedToken, strikes > 1, case .notHeld(let what) = verdict {
            (verdict, isOver) = (.undecided("\(what), but that was tampered with too"), true)
            return
        }
        if case .waiting = verdict {
            if let reason = evidence.endOfWaiting { (verdict, isOver) = (.undecided(reason), true) }
            return
        }
        patience -= 1
        if judgement.isFinal { isOver = true } else if patience == 0 { settle() }
    }

    /// Ends the trial where there is a verdict: what follows has another cause, but for the next refresh that succeeds.
    private mutating func settle() {
        if case .waiting = verdict { return }
        if awaitsRefresh { isSettled = true } else { isOver = true }
    }

    /// Takes the verdict that a refresh completes, and no other.
    private mutating func complete(_ judgement: Judgement) {
        if judgement.awaitsRefresh, evidence.endOfWaiting == nil { return }
        if evidence.renewals > 0, evidence.endOfWaiting == nil, case .held = judgement.verdict {
            verdict = judgement.verdict
        }
        isOver = true
    }

    /// Another fault struck, or was armed: what follows may be its effect.
    mutating func meet(_ other: Fault, struck: Bool) {
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
        if case .waiting = verdict {
            (verdict, isOver) = (fault.judgeWhenDisarmed(evidence).verdict, true)
        } else {
            settle()
        }
    }
}
