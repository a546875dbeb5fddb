/// One request of a caller, through all its attempts.
struct SessionCall: Sendable {
    let request: HTTPRequest
    /// The generation that it began under; `nil` where there was no session.
    let generation: Int?
    let scope: EventScope
    let began: Duration
    /// The token that could be used then without asking the session's actor.
    let bearer: Bearer?
    var facts: RequestFacts
    /// How long each message to the API took.
    var messages: [Duration] = []
    /// The answers that were not the last, oldest first.
    private(set) var earlierAnswers: [HTTPResponse] = []

    /// The most of the bodies of the earlier answers that is kept, together.
    static let earlierLimit = 1 << 20

    /// Keeps an answer that another message follows; without its body where that would be too much.
    mutating func keep(_ answer: HTTPResponse) {
        var answer = answer
        if answer.body.count > Self.earlierLimit - earlierAnswers.reduce(0, { $0 + $1.body.count }) {
            answer.receivedSize += answer.body.count
            answer.body = []
        }
        earlierAnswers.append(answer)
    }

    /// How long the call took until now.
    ///
    /// A call of one message and no work of the session took as long as that message.
    func duration(at uptime: Duration, _ verdict: AuthorizedResponse.Verdict) -> Duration {
        guard messages.count == 1, facts.waitedForRefresh == nil, verdict.comesFromAnswer else { return uptime - began }
        return messages[0]
    }
}

extension AuthorizedResponse.Verdict {
    /// Whether the answer alone decided, without a refresh or a question to the provider.
    fileprivate var comesFromAnswer: Bool {
        switch self {
        case .none, .accepted, .insufficientScope, .stepUpRequired: true
        case .rejected, .rejectedByAPI, .refreshFailed, .sessionEnded, .sessionChanged: false
        }
    }
}
