import ClientObservation
import SessionCore

extension Moment {
    /// Whether a reader looks for it: a sign-in, a refresh, a 401, the end of the session, a fault; where other
    /// programs are watched, a finding.
    var isMain: Bool {
        switch occurrence {
        case .event(let event): event.watched == nil && event.kind.traits.isMain
        case .clients(let change): change.hasNewFinding
        case .context, .others, .status, .sent, .answered, .faults, .tokens, .provider: false
        }
    }

    /// Whether the session was lost then.
    var isLoss: Bool {
        if case .event(let event) = occurrence {
            event.watched == nil && event.kind.traits.end == .forced
        } else {
            false
        }
    }

    /// Whether it is of other programs, which are watched.
    var isOfWatch: Bool {
        switch occurrence {
        case .event(let event): event.watched != nil
        case .context(let context): context.stage.opensAtEnd
        case .clients: true
        case .others, .status, .sent, .answered, .faults, .tokens, .provider: false
        }
    }

    /// Whether a reader stops here when stepping: a status or what is armed follows an event and says the same.
    var isStop: Bool {
        if remark != nil { return true }
        return switch occurrence {
        case .event, .sent, .answered: true
        case .others(let events): events.contains { !$0.steps.isEmpty }
        case .clients(let change): change.hasNewFinding
        case .context, .status, .faults, .tokens, .provider: false
        }
    }

    /// What happened, in a line, after what the recording lacks before it.
    var words: String { [remark, whatHappened].compactMap(\.self).joined(separator: "; then: ") }

    private var whatHappened: String {
        switch occurrence {
        case .event(let event): event.description.inProfileTerms
        case .others(let events): events.words
        case .sent(let calls, let request, _):
            calls.count == 1 ? "\(request.method) sent" : "\(calls.count) × \(request.method) sent"
        case .answered(_, .success(let answer)): "answered \(answer.response.status)"
        case .answered(_, .failure(let error)): "no answer: \(error)"
        case .context: "opened"
        case .status: "the status was read"
        case .faults: "the armed faults changed"
        case .tokens: "the tokens were read"
        case .provider: "the provider was looked at"
        case .clients(let change): change.words
        }
    }
}

extension [OtherProcessEvent] {
    /// `request[4242]: GET /orders`, or how many lines there are of others.
    fileprivate var words: String {
        let steps = flatMap(\.steps)
        guard steps.count == 1, let step = steps.first else {
            let processes = Set(steps.map(\.process))
            let who = processes.count == 1 ? processes.first ?? "" : "other processes"
            return "\(who): \(steps.count) lines"
        }
        return "\(step.process): \(step.label)"
    }
}

extension SeenChange {
    /// What was found, or that a session has changed.
    fileprivate var words: String {
        if let finding = findings.last(where: { $0.count == 1 }) { return "found: \(finding.summary)" }
        if let words = verdict?.words ?? notice?.words { return words }
        return isOver ? "the end of the watch" : "a session changed"
    }
}
