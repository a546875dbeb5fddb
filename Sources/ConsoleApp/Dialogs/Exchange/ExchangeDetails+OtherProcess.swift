import ConsoleKit
import SessionCore

extension ExchangeDetails {
    /// Shows what is known of a row of another process; `nil` for a row of the session itself.
    init?(ofOther row: Flow.Row, in scene: Scene) {
        guard let origin = row.origin else { return nil }
        let step = row.step
        var (target, answer): ([FactLine], [FactLine]) = ([], [])
        if case .message(let from, let to) = step.path {
            target = [FactLine("From", from.title), FactLine("To", to.title), FactLine("Request", step.label)]
            answer = Self.answer(step)
        } else {
            target = [FactLine("What", step.label)]
        }
        let isMessage = !answer.isEmpty
        let (sent, issued) = step.tokensByRole
        let facts: [(String, String)] = [
            (isMessage ? "Parameters" : "Details", step.detail), (isMessage ? "Sent token" : "Token", sent),
        ]
        let first =
            [
                FactLine("Process", origin.process),
                FactLine(isMessage ? "Sent" : "When", scene.time.moment(row.began.date)),
            ]
            + target + Self.lines(facts)
        let second =
            answer + Self.lines([(isMessage ? "Issued" : "Tokens", issued)])
            + [FactLine("Contents", Self.place(isMessage))]
        self.init("\(isMessage ? "Message" : "Event") of \(origin.process) · \(step.kind.name)", [first, second])
    }

    private static func lines(_ facts: [(String, String)]) -> [FactLine] {
        facts.filter { !$0.1.isEmpty }.map { FactLine($0.0, $0.1) }
    }

    private static func answer(_ step: FlowStep) -> [FactLine] {
        let time = step.duration.map { DurationText.measured($0) }
        guard let status = step.status else {
            let words = [step.reason, time.map { "after \($0)" } ?? ""].filter { !$0.isEmpty }
            return step.duration == nil
                ? lines([("Answer", "none is known")]) : [FactLine("No answer", words.joined(separator: ", "))]
        }
        let words = [HTTPStatus.line(status, nil), time ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        return [FactLine("Answer", words)] + lines([("Reason", step.reason)])
    }

    /// Where the rest is: another process tells no more.
    private static func place(_ isMessage: Bool) -> String {
        isMessage
            ? "headers and bodies stay with that process, in its own console or recording; "
                + "'\(ProgramCall.line("events"))' lists its events"
            : "'\(ProgramCall.line("events"))' lists that process's events"
    }
}

extension FlowStep {
    /// The tokens that went along, and those that the answer issued.
    fileprivate var tokensByRole: (sent: String, issued: String) {
        (isTokenIssued ? "" : token, otherTokens.filter { $0 != token || isTokenIssued }.joined(separator: ", "))
    }
}
