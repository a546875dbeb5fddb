import ClientObservation
import ConsoleApp
import ConsoleFaults
import SessionCore

/// What is seen of programs that are watched, as parts of a report.
extension SeenClients {
    /// More findings than this are for a program to read.
    private static let listed = 60

    /// `3 findings: a refresh token was sent again…`; `nil` where nothing was watched.
    var reportTitle: String? {
        if served.count == 1, let client = served.first {
            return "\(client.title): \(client.words { $0.utcClock })"
        }
        guard let first = findings.weightiestFirst.first else {
            return sessions.isEmpty && served.isEmpty ? nil : "A client's sessions: nothing was found"
        }
        let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings, the first"
        return "A client's sessions, \(count): \(first.summary)"
    }

    /// Empty where nothing was watched.
    func sections(_ events: [SessionEvent]) -> [ReportPage.Section] {
        served.prefix(Self.listed).map { section(of: $0, events) }
            + [findingSection(events), sessionSection].compactMap(\.self)
    }

    /// How far a client has come, and what came of it, in order: without its addresses.
    private func section(of client: ServedClient, _ events: [SessionEvent]) -> ReportPage.Section {
        let side = client.isStuck(at: client.latest) ? client.side.map { ": \($0.words)" } ?? "" : ""
        let rows = ServedClient.Step.allCases.map { step -> [[ReportPage.Words]] in
            guard let progress = client[step] else {
                return [[.plain(step.label)], [.plain("not seen")], [.plain("")]]
            }
            let status =
                progress.status.map(String.init) ?? (progress.outcome == .pending ? "no answer yet" : "no answer")
            return [
                [.plain(step.label)], [.plain("\(progress.moment.utcClock) UTC")],
                [.plain(progress.outcome == .failed ? "failed: \(status)" : status)],
            ]
        }
        let lines = events.filter { client.has($0.watched?.client) }.compactMap(\.exchange)
            .map { "\($0.sentAt.utcClock) \($0.evidence)" }
        let id = client.clientID.map { ", client ID \($0)" } ?? ""
        return ReportPage.Section(
            heading: "\(client.title)\(id)",
            parts: [
                .paragraph([.strong("\(client.words { $0.utcClock })\(side)")]),
                .table(columns: ["step", "when", "how"], rows: rows),
            ] + (lines.isEmpty ? [] : [.lines(lines, language: "")]))
    }

    private func findingSection(_ events: [SessionEvent]) -> ReportPage.Section? {
        guard !findings.isEmpty else { return nil }
        var messages: [Int: HTTPExchange] = [:]
        for event in events { if case .exchange(let exchange) = event.kind { messages[exchange.id] = exchange } }
        let left = findings.count - Self.listed
        let remark = left > 0 ? [ReportPage.Part.paragraph([.plain("\(left) more findings are left out.")])] : []
        return ReportPage.Section(
            heading: "Findings",
            parts: findings.weightiestFirst.prefix(Self.listed).flatMap { parts(of: $0, messages) } + remark)
    }

    private func parts(of finding: ClientFinding, _ messages: [Int: HTTPExchange]) -> [ReportPage.Part] {
        let times =
            finding.count == 1
            ? "at \(finding.first.moment.utcClock)"
            : "\(finding.count) times, from \(finding.first.moment.utcClock) to \(finding.last.moment.utcClock)"
        let whose = [
            finding.client.map { "client \($0)" }, finding.sender.map { "program \($0)" },
            finding.session.map { "session \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
        var parts: [ReportPage.Part] = [
            .paragraph([
                .strong("\(finding.weight.rawValue): \(finding.statement)"),
                .plain(" (\(finding.rule), \(times) UTC\(whose.isEmpty ? "" : ", \(whose)"))"),
            ])
        ]
        if let rule = finding.details { parts.append(.paragraph([.plain(rule.guidance)])) }
        let evidence = finding.messages.compactMap { messages[$0] }.map { exchange in
            "\(exchange.sentAt.utcClock) \(exchange.evidence)"
        }
        if !evidence.isEmpty { parts.append(.lines(evidence, language: "")) }
        return parts
    }

    private var sessionSection: ReportPage.Section? {
        guard !sessions.isEmpty else { return nil }
        let rows: [[[ReportPage.Words]]] = sessions.map { session in
            let lineage = session.lineage.map { link in
                let programs = [link.presenter].compactMap(\.self) + link.refused.map { "✗ \($0)" }
                return "\(link.token)\(programs.isEmpty ? "" : " (\(programs.joined(separator: ", ")))")"
            }
            return [
                [.plain("\(session.id)")], [.plain(session.client ?? "")], [.plain(session.subject ?? "")],
                [.plain(session.state.word)], [.plain(lineage.joined(separator: " → "))],
            ]
        }
        return ReportPage.Section(
            heading: "Sessions",
            parts: [.table(columns: ["session", "client", "subject", "state", "refresh tokens"], rows: rows)])
    }
}
