package import SessionCore

/// What another process did with the session's store, or another session of this process on it.
package struct OtherProcessEvent: Sendable, Hashable {
    /// What the process does, as ``ClientConfiguration/program`` names it; may contain text from outside.
    package let program: String
    /// The number of the process; `nil` where it is not known.
    package let number: Int?
    /// Where the process has that number; `nil` for the machine itself.
    package let namespace: Int?
    /// Which of the profile's sessions in that process it is.
    package let session: Int
    /// As that process has numbered it.
    package let event: SessionEvent
    /// How many of its events before this one were left out, because there was no room for so many.
    package var leftOut: Int?
    /// `request[4242]`, or `console[4242] session 2`.
    package let process: String

    package init(
        program: String, number: Int?, in namespace: Int? = nil, session: Int = 1, event: SessionEvent,
        leftOut: Int? = nil
    ) {
        (self.program, self.number, self.namespace) = (program, number, namespace)
        (self.session, self.event, self.leftOut) = (session, event, leftOut)
        process = number.map { Self.name(program, $0, session: session) } ?? program
    }

    /// The name of a process, and of its session from the second on.
    package static func name(_ program: String, _ process: Int, session: Int = 1) -> String {
        "\(program)[\(process)]\(session > 1 ? " session \(session)" : "")"
    }

    /// More rows of one event are not shown: it may be from outside.
    private static let mostRows = 24

    /// Its rows as they are seen from here; what only concerns its own screen has none.
    var steps: [FlowStep] {
        if case .configured = event.kind { return [] }
        return FlowStep.steps(of: event).prefix(Self.mostRows).map { $0.seenFromOutside(in: process) }
    }
}

extension FlowStep {
    /// The row of another process: at the lane of the others, with the name of the process.
    fileprivate func seenFromOutside(in process: String) -> FlowStep {
        var step = self
        step.process = process
        switch path {
        case .message(.otherProcess, .console):
            step.path = .note(at: .otherProcess)
            if kind == .refresh { step.what = [Phrase("adopted a newer token")] }
            (step.why, step.more) = ([], why + more.after(.dot))
        case .message(let from, let to):
            step.path = .message(from: from.seenFromOutside, to: to.seenFromOutside)
        case .note(let lane): step.path = .note(at: lane.seenFromOutside)
        // The end of the own session draws the line.
        case .line: step.path = .note(at: .otherProcess)
        }
        return step
    }
}

extension Lane {
    fileprivate var seenFromOutside: Lane { self == .console ? .otherProcess : self }
}
