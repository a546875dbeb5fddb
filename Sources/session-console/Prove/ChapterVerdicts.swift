import ClientObservation
import FoundationEssentials
import Scenarios

/// What a chapter asks of the program, and what has been seen of that so far.
struct ChapterVerdicts {
    /// The last messages that are shown with what is broken.
    private static let shownMessages = 4

    private(set) var rows: [ChapterRow] = []
    /// The rule that the steps are about, with its row.
    private var rule: (requirement: ClientRequirement, row: Int)?
    /// What had happened when the actions began that the next expectations judge.
    private var window = ChapterTraffic.Tally()
    private var isJudged = true
    /// The last messages before the program was killed.
    private var restarts: [Int] = []
    /// The rules of the observer that the chapter decides about.
    private var undecided: Set<String> = []

    /// Whether nothing is against the program.
    var isClear: Bool { rows.allSatisfy { $0.verdict == .held || $0.verdict == .undecided } }

    /// What comes from now on is about a rule.
    mutating func begin(_ rule: ClientRequirement, line: Int) {
        (self.rule, isJudged) = ((rule, rows.count), true)
        add(rule, line: line)
    }

    /// A rule that the chapter does not come to.
    mutating func add(_ rule: ClientRequirement, line: Int) { rows.append(ChapterRow(rule, line: line)) }

    mutating func leaveUndecided(_ rule: String) { undecided.insert(rule) }

    mutating func beginAction(_ tally: ChapterTraffic.Tally) {
        if isJudged { (window, isJudged) = (tally, false) }
    }

    /// The program was killed after these messages.
    mutating func markRestart(after message: Int) { restarts.append(message) }

    mutating func judge(_ expectations: [Expectation], _ end: ChapterTraffic.Tally) {
        isJudged = true
        let failures = expectations.compactMap { $0.failure(since: window, until: end) }
        if !failures.isEmpty {
            fail(because: failures.joined(separator: "; "), end)
            if let rule { rows[rule.row].seen = window.lastMessage + 1..<end.lastMessage + 1 }
        } else if let rule, rows[rule.row].verdict == .notReached {
            rows[rule.row].verdict = .held
        }
    }

    var hasRule: Bool { rule != nil }

    /// The program doesn't come so far, whatever the rule is about.
    mutating func miss(because reason: String) {
        guard let rule, rows[rule.row].verdict == .notReached else {
            rows.append(
                ChapterRow(requirement: "the chapter begins", sections: [], verdict: .notReached, reason: reason))
            return
        }
        rows[rule.row].reason = reason
    }

    mutating func fail(because reason: String, _ tally: ChapterTraffic.Tally) {
        guard let rule else { return miss(because: reason) }
        let refused = tally.isRevisionRefused ? tally.revision : nil
        let earlier = refused.flatMap { rule.requirement.isOfLater(than: $0) ? $0 : nil }
        rows[rule.row].verdict = rule.requirement.isDemanded && earlier == nil ? .broken : .undecided
        let reasons = [rows[rule.row].reason, reason, earlier.map { "the program speaks MCP \($0.name)" }]
        rows[rule.row].reason = reasons.compactMap(\.self).joined(separator: "; ")
    }

    /// Whether it is about what the program no longer knew: it was killed meanwhile.
    private func isForgiven(_ finding: ClientFinding) -> Bool {
        guard finding.rule == "credentials-dropped-after-failure", let first = finding.first.messages.first,
            let last = finding.first.messages.last
        else { return false }
        return restarts.contains { first <= $0 && last > $0 }
    }

    /// Those of the rules, then those of the faults, then what else is wrong whatever the chapter is about.
    ///
    /// What is wrong by a section that a row demands something of breaks that row.
    func all(_ observer: Observer, asks: [Date]) -> [ChapterRow] {
        var all = rows + observer.strikes.map { ChapterRow($0, observer, asks: asks) }
        var named = Set(
            observer.strikes.compactMap { if case .broken(let rule) = $0.verdict { rule } else { nil } })
        for place in all.indices {
            let seen = all[place].seen.compactMap { observer.message($0)?.line }
            all[place].messages += seen.suffix(Self.shownMessages)
        }
        for finding in observer.findings where finding.weight == .error && !isForgiven(finding) {
            guard named.insert(finding.rule).inserted else { continue }
            let row = ChapterRow(finding, observer)
            let isLeft = undecided.contains(finding.rule)
            if let place = rows.firstIndex(where: { $0.decides(row, isLeft: isLeft) }) {
                all[place].add(row)
            } else if !isLeft {
                all.append(row)
            }
        }
        return all
    }
}

extension ClientRequirement {
    /// Whether it is asked of clients of a later revision alone.
    fileprivate func isOfLater(than spoken: ToolRevision) -> Bool {
        places.contains { ToolRevision(ofSpecification: $0.specification).map { $0 > spoken } ?? false }
    }
}

extension Expectation {
    /// Why it does not hold of what has come between; `nil` where it does.
    fileprivate func failure(since start: ChapterTraffic.Tally, until end: ChapterTraffic.Tally) -> String? {
        func counted(_ what: Countable) -> Int {
            guard let count = what.clientCount else { return 0 }
            // The observer takes the pages of a sign-in for calls, too: it can't know whose they are.
            return count == .calls ? end.calls.count - start.calls.count : end.count(count) - start.count(count)
        }
        switch self {
        case .status(let status):
            guard end.calls.count > start.calls.count, let last = end.calls.last else {
                return end.end ?? "no call came"
            }
            return last == status ? nil : "the last call was answered \(last.map(String.init) ?? "not at all")"
        case .count(let number, let what):
            return counted(what) == number ? nil : "counted \(what.words(counted(what))), not \(number)"
        case .countAtLeast(let number, let what):
            return counted(what) >= number ? nil : "counted \(what.words(counted(what))), not \(number) or more"
        case .countAtMost(let number, let what):
            return counted(what) <= number ? nil : "counted \(what.words(counted(what))), not \(number) or fewer"
        default: return "that can't be seen of another program"
        }
    }
}
