package import SessionCore

extension EventText {
    /// What calls went through.
    static func request(_ event: SessionEvent) -> EventText {
        switch event.kind {
        case .requestStarted(let facts):
            EventText(.none, "request", "\(facts.name) started", tone: .muted, isDetail: true)
        case .requestFinished(let facts):
            finished(facts)
        case .requestFailed(let facts, let error):
            EventText(
                error == .cancelled ? .none : .failure, "request", "\(facts.name): \(error)", tag: tag(facts),
                tone: error == .cancelled ? .muted : .bad)
        case .exchange(let exchange):
            self.exchange(exchange)
        case .unauthorized(let facts, let challenge):
            EventText(.failure, "401", "\(facts.name): \(words(for: challenge))", tag: tag(facts), tone: .bad)
        case .forbidden(let facts, let scope):
            EventText(
                .failure, "403",
                scope.isEmpty
                    ? "\(facts.name): forbidden" : "\(facts.name) needs the scope \(scope.joined(separator: " "))",
                tag: tag(facts), tone: .warning)
        case .stepUpRequired(let facts, let acrValues, let maxAge):
            EventText(
                .failure, "step-up", "\(facts.name) asks for \(stepUp(acrValues, maxAge))", tag: tag(facts),
                tone: .warning)
        default:
            EventText(.none, "", "")
        }
    }

    private static func finished(_ facts: RequestFacts) -> EventText {
        let status = facts.status ?? 0
        let time = facts.duration.map { " in \(DurationText.measured($0))" } ?? ""
        let retried = facts.attempts > 1 ? ", after \(facts.attempts) attempts" : ""
        let waited = facts.waitedForRefresh == nil ? "" : ", waited for a refresh"
        return EventText(
            status >= 400 ? .failure : .none, "request", "\(facts.name) → \(status)\(time)\(waited)\(retried)",
            tag: tag(facts), tone: status >= 500 ? .bad : status >= 400 ? .warning : .plain)
    }

    private static func exchange(_ exchange: HTTPExchange) -> EventText {
        let what = RequestFacts(id: exchange.id, method: exchange.method, url: exchange.url).name
        let time = DurationText.measured(exchange.duration)
        let purpose = exchange.purpose == .request ? "" : "\(exchange.purpose.rawValue) · "
        switch exchange.outcome {
        case .answered(let answer):
            return EventText(
                .none, "exchange", "\(purpose)\(what) → \(answer.status) in \(time)", tone: .muted, isDetail: true)
        case .failed(let error):
            return EventText(
                .failure, "exchange", "\(purpose)\(what): \(error), after \(time)", tone: .warning, isDetail: true)
        }
    }

    /// What a challenge says, as a rest of a sentence.
    package static func words(for challenge: AuthenticationChallenge?) -> String {
        guard let challenge else { return "no challenge was given" }
        if let received = challenge.received { return "WWW-Authenticate: \(received)" }
        guard let error = challenge.error else { return "a \(challenge.scheme) token is required" }
        return challenge.errorDescription.map { "\(error): \($0)" } ?? error
    }

    /// What a step-up challenge asks for, as a rest of a sentence.
    static func stepUp(_ acrValues: [String], _ maxAge: Duration?) -> String {
        let age = maxAge.map { ["a sign-in not older than \($0.inWords)"] } ?? []
        let level = acrValues.isEmpty ? [] : ["the level \(acrValues.joined(separator: " or "))"]
        let all = level + age
        return all.isEmpty ? "another sign-in" : all.joined(separator: " and ")
    }

    private static func tag(_ facts: RequestFacts) -> String { facts.token.map { "\($0)" } ?? "" }
}
