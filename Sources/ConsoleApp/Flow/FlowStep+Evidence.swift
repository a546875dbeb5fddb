package import SessionCore

extension HTTPExchange {
    /// The message in a line, as evidence: `POST /token A3F1 → 400 invalid_grant`; may contain text from outside.
    package var evidence: String { FlowStep.steps(of: self).last?.evidence ?? "" }
}

extension FlowStep {
    fileprivate var evidence: String {
        let sent = isTokenIssued || token.isEmpty ? "" : " \(token)"
        let issued = otherTokens.isEmpty ? "" : ", issues \(otherTokens.joined(separator: ", "))"
        let answer = status.map { "\($0)" } ?? "no answer"
        return "\(label)\(sent) → \(answer)\(reason.isEmpty ? "" : " \(reason)")\(issued)"
    }
}
