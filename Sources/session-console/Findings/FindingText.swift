import ClientObservation
import ClientWatch
import FoundationEssentials
import SessionCore
import TerminalUI

/// Findings as lines for a terminal of 80 columns.
enum FindingText {
    static func lines(
        _ record: WatchRecord, from name: String, expecting expectations: [CountExpectation]
    ) -> [String] {
        record.observer.findings.weightiestFirst.flatMap { lines($0, record.observer) + [""] }
            + end(record, from: name, expecting: expectations)
    }

    /// What is known at the end alone: what became of faults, the expectations that are not met, and a summary.
    static func end(_ record: WatchRecord, from name: String, expecting expectations: [CountExpectation]) -> [String] {
        record.faultResults.flatMap(lines)
            + lines(record.observer.clients, at: Date())
            + expectations.compactMap { record.observer.failure(of: $0) }.map { "failed: \($0)" }
            + [summary(record.observer, from: name)]
    }

    /// The fault with its result, the message that it struck, and what a correct client does.
    private static func lines(_ result: FaultResult) -> [String] {
        let parts = [result.words, result.message?.line].compactMap(\.self) + (result.isPass ? [] : [result.guidance])
        return ["fault \(result.name): \(result.label)"]
            + parts.flatMap { Columns.lines(SafeText.plain($0, glyphs: .unicode), indentation: 4).map { "    \($0)" } }
    }

    /// The most clients that are listed: more are for a program to read.
    private static let listedClients = 50

    /// Those that get no further first.
    private static func lines(_ clients: [ServedClient], at moment: Date) -> [String] {
        let stuck = clients.filter { $0.isStuck(at: moment) }
        let listed = (stuck + clients.filter { !$0.isStuck(at: moment) }).prefix(listedClients)
        let left = clients.count - listed.count
        return listed.flatMap { lines($0, at: moment) }
            + (left > 0 ? ["\(left) more clients; --format json has all."] : [])
    }

    /// A client with how it stands, and whose it is to go on.
    private static func lines(_ client: ServedClient, at moment: Date) -> [String] {
        let side = client.isStuck(at: moment) ? client.side.map { " (\($0.words))" } ?? "" : ""
        return lines(client, client.words { $0.timeOfDay } + side)
    }

    /// A client with the step that it has just taken.
    static func lines(_ client: ServedClient) -> [String] {
        guard let step = client.furthest else { return [] }
        let status = step.outcome == .pending ? "" : " \(step.status.map(String.init) ?? "no answer")"
        return lines(client, "\(step.step.label) \(step.moment.timeOfDay)\(status)")
    }

    private static func lines(_ client: ServedClient, _ words: String) -> [String] {
        let id = client.name == nil ? "" : client.clientID.map { ", client \($0)" } ?? ""
        let text = SafeText.plain("\(client.title)\(id): \(words)", glyphs: .unicode)
        return Columns.lines(text, indentation: 4).enumerated().map { $0 == 0 ? $1 : "    \($1)" }
    }

    /// The rule, what was seen, whose it is, the messages that show it, and what a correct client does.
    static func lines(_ finding: ClientFinding, _ observer: Observer) -> [String] {
        let count = finding.count == 1 ? "" : " (\(finding.count) times)"
        let subject = finding.session.flatMap { observer.session($0) }?.subject
        let who = [finding.client.map { "client \($0)" }, finding.sender, subject.map { "session of \($0)" }]
            .compactMap(\.self)
        let side = observer.isOfServer ? finding.details?.side.map { ["On \($0.words)."] } ?? [] : []
        let parts =
            [finding.statement] + side + (who.isEmpty ? [] : [who.joined(separator: ", ")])
            + finding.first.messages.compactMap { observer.message($0)?.line }
            + (finding.details.map { [$0.guidance] } ?? [])
        return ["\(finding.weight.rawValue): \(finding.rule)\(count)"]
            + parts.flatMap { Columns.lines(SafeText.plain($0, glyphs: .unicode), indentation: 4).map { "    \($0)" } }
    }

    static func summary(_ observer: Observer, from source: String) -> String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        let weights = [ClientCount.errors, .warnings, .notes].map { $0.words(observer.number(of: $0)) }
        let who =
            observer.isOfServer ? count(observer.clients.count, "client") : count(observer.sessionCount, "session")
        let seen = "\(count(observer.messageCount, "message")), \(who)"
        let doubts = observer.undecided.count
        let undecided = doubts == 0 ? "" : "; \(count(doubts, "rule")) undecided"
        let name = SafeText.plain(source, glyphs: .unicode)
        return "\(name): \(seen); \(weights.joined(separator: ", "))\(undecided)"
    }
}

extension [ClientFinding] {
    var weightiestFirst: [ClientFinding] {
        FindingRule.Weight.allCases.flatMap { weight in filter { $0.weight == weight } }
    }
}

extension FindingRule {
    /// What a correct client or server does, and where that is written.
    var guidance: String { "\(advice) \(sections.map(\.description).joined(separator: ", "))" }
}

extension Date {
    /// In UTC, to the second.
    fileprivate var timeOfDay: String { String(inMilliseconds.dropFirst(11).prefix(8)) }
}
