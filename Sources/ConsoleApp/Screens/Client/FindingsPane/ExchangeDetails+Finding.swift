import ConsoleKit
import ClientObservation
import SessionCore

extension ExchangeDetails {
    /// Shows what is wrong, what a right client does, and the messages that show it.
    init(_ finding: ClientFinding, in scene: Scene) {
        let (first, last) = (scene.time.momentOnDay(finding.first.moment), scene.time.momentOnDay(finding.last.moment))
        let rule = finding.details
        let facts: [(String, String?)] = [
            ("Found", finding.statement), ("Correct", rule?.advice),
            ("Says", rule?.sections.map(\.description).joined(separator: ", ")), ("Rule", finding.rule),
            ("Weight", finding.weight.rawValue), ("Client", finding.client), ("Program", finding.sender),
            ("Session", scene.clients.session(finding.session)?.words),
            (finding.count == 1 ? "When" : "First", first), ("Last", finding.count == 1 ? nil : last),
            ("Count", finding.count == 1 ? nil : "\(finding.count)"),
        ]
        let lines = facts.compactMap { name, value in value.map { FactLine(name, $0) } }
        let exchanges = scene.history.exchanges(finding.messages)
        let evidence =
            exchanges.isEmpty
            ? [FactLine("The messages that show it have no answer yet, or are no longer kept")]
            : exchanges.map { FactLine(scene.time.moment($0.sentAt), $0.evidence) }
        self.init("Finding · \(finding.rule)", [lines, [FactLine("Messages")] + evidence])
    }
}

extension SeenSession {
    /// Whose it is and how it stands: `1, of alice, live`.
    fileprivate var words: String {
        ["\(id)", subject.map { "of \($0)" }, state.word].compactMap(\.self).joined(separator: ", ")
    }
}
