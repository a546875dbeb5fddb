import ClientObservation
import SessionCore
import TerminalUI

/// Findings as lines for a terminal of 80 columns.
enum FindingText {
    static func lines(_ observer: Observer, from file: String) -> [String] {
        let findings = FindingRule.Weight.allCases.flatMap { weight in
            observer.findings.filter { $0.rule.weight == weight }
        }
        return findings.flatMap { lines($0, observer) + [""] } + [summary(observer, from: file)]
    }

    /// The rule, what was seen, whose it is, the messages that show it, and what a right client does.
    private static func lines(_ finding: ClientFinding, _ observer: Observer) -> [String] {
        let count = finding.count == 1 ? "" : " (\(finding.count) times)"
        let session = finding.session.flatMap { id in observer.sessions.first { $0.id == id } }
        let who = [
            finding.client.map { "client \($0)" }, finding.caller.map(\.words),
            session?.subject.map { "session of \($0)" },
        ].compactMap(\.self)
        let sections = finding.rule.sections.map(\.description).joined(separator: ", ")
        let parts =
            [finding.rule.summary] + (who.isEmpty ? [] : [who.joined(separator: ", ")])
            + finding.first.messages.compactMap { observer.message($0)?.line }
            + ["\(finding.rule.advice) \(sections)"]
        return ["\(finding.rule.weight.rawValue): \(finding.rule.name)\(count)"]
            + parts.flatMap { Columns.lines(SafeText.plain($0, glyphs: .unicode), indentation: 4).map { "    \($0)" } }
    }

    private static func summary(_ observer: Observer, from file: String) -> String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        let weights = FindingRule.Weight.allCases.map { weight in
            count(observer.findings.count { $0.rule.weight == weight }, weight.rawValue)
        }
        let seen = "\(count(observer.messageCount, "message")), \(count(observer.sessions.count, "session"))"
        let undecided = observer.undecided.count == 0 ? "" : "; \(count(observer.undecided.count, "rule")) undecided"
        let name = SafeText.plain(file, glyphs: .unicode)
        return "\(name): \(seen); \(weights.joined(separator: ", "))\(undecided)"
    }
}

extension Caller {
    fileprivate var words: String { process.map { "\(name) (process \($0))" } ?? name }
}
