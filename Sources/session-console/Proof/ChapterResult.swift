import ClientObservation
import FoundationEssentials
import Scenarios
import SessionCore

/// Whether a program does what is asked of it.
enum ProofVerdict: String, Sendable, CaseIterable {
    case held
    case broken
    /// What was seen shows neither, or only that the program does not do the best.
    case undecided
    /// The chapter did not come so far.
    case notReached = "not-reached"

    var words: String { self == .notReached ? "not reached" : rawValue }
}

/// What is asked of a program in a chapter, and what was seen.
struct ChapterRow: Sendable {
    /// A sentence without a capital and a stop.
    var requirement: String
    /// Where it is written: `RFC 6749 §6`.
    var sections: [String]
    var verdict = ProofVerdict.notReached
    /// Why it is not held.
    var reason: String?
    /// The messages that show it, a line each.
    var messages: [String] = []
    /// The numbers of the messages that it is about.
    var seen: Range<Int> = 0..<0
    /// Whether a program that does otherwise is wrong.
    var isDemanded = false
    /// Its line in the chapter's file.
    var line: Int?

    /// What is asked, and where that is written.
    var title: String { sections.isEmpty ? requirement : "\(requirement) (\(sections.joined(separator: ", ")))" }
}

/// How a chapter went.
struct ChapterResult: Sendable {
    var name: String
    /// Where it is one of the user's own that can be read again.
    var file: String?
    var summary: String
    var rows: [ChapterRow]
    var duration: Duration
    /// Where the program's output is.
    var output: [String]
    /// Where they are to be shown.
    var messages: [ObservedMessage]

    var isHeld: Bool { rows.allSatisfy { $0.verdict == .held } }

    func count(_ verdict: ProofVerdict) -> Int { rows.count { $0.verdict == verdict } }
}

extension ChapterRow {
    /// Whether what is wrong is told with it: it is demanded, or left undecided, by the same section.
    func decides(_ other: ChapterRow, isLeft: Bool) -> Bool {
        guard verdict != .notReached, !Set(sections).isDisjoint(with: other.sections) else { return false }
        return isLeft ? verdict == .undecided : isDemanded
    }

    /// Takes in what else shows that it is not held.
    mutating func add(_ other: ChapterRow) {
        if isDemanded { verdict = .broken }
        reason = [reason, other.reason].compactMap(\.self).joined(separator: "; ")
        messages += other.messages
    }

    init(_ rule: ClientRequirement, line: Int) {
        let sections = rule.places.map { place in
            place.section.first?.isNumber == true
                ? "\(place.specification) §\(place.section)" : "\(place.specification) \(place.section)"
        }
        self.init(requirement: rule.text, sections: sections, isDemanded: rule.isDemanded, line: line)
    }

    /// What a strike showed of a program that was asked for calls at these times.
    init(_ strike: FaultStrike, _ observer: Observer, asks: [Date]) {
        let fault = strike.fault
        self.init(
            requirement: "\(fault.summary): \(fault.expectation)", sections: fault.sections.map(\.description),
            messages: observer.message(strike.message).map { [$0.line] } ?? [])
        switch strike.verdict {
        case .passed where !strike.hasTempted(asks, observer):
            (verdict, reason) = (.undecided, "nothing was asked of the program soon enough while it is to wait")
        case .passed: verdict = .held
        case .broken: (verdict, reason) = (.broken, strike.verdict.words)
        case .open, .undecided: (verdict, reason) = (.undecided, strike.verdict.words)
        }
    }

    init(_ finding: ClientFinding, _ observer: Observer) {
        self.init(
            requirement: finding.details?.advice ?? finding.rule,
            sections: finding.details?.sections.map(\.description) ?? [], verdict: .broken,
            reason: "\(finding.rule): \(finding.statement)",
            messages: finding.first.messages.compactMap { observer.message($0)?.line })
    }
}

extension FaultStrike {
    /// How long a program may take to send what a call needs.
    private static let reaction = Duration.milliseconds(300)

    /// Whether a program that does not wait as long as the answer says would have been seen to: somebody asked it.
    fileprivate func hasTempted(_ asks: [Date], _ observer: Observer) -> Bool {
        guard fault.target == .tokenRequest, let pause = fault.effect.pause, let end = observer.message(message)?.end
        else { return true }
        // Retry-After has whole seconds: who counts in them may come one earlier.
        let last = end + (pause - .seconds(1) - Self.reaction) / .seconds(1)
        return asks.contains { end <= $0 && $0 <= last }
    }
}
