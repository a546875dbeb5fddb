package import ConsoleFaults
package import FoundationEssentials
package import SessionCore

/// Something that changed what the screens show of one session, other than by keys: what a recording consists of.
///
/// Indirect, because its cases differ in size by a factor of a hundred, and thousands are kept.
package indirect enum Occurrence: Sendable {
    /// What the session was opened on.
    case context(ConsoleContext)
    case event(SessionEvent)
    /// What other processes, or other sessions of this one, did with the session's store.
    case others([OtherProcessEvent])
    case status(SessionStatus)
    /// Calls were sent from the console.
    case sent([CallID], HTTPRequest, RequestAuthorization)
    case answered(CallID, Result<AuthorizedResponse, SessionError>)
    /// What is armed, and when those faults end that are armed for a time.
    case faults([LabFault: LabFault.Arming], ends: [LabFault: Date] = [:])
    case tokens(TokenReading)
    case provider(ProviderState)
    /// Something has changed in what is seen of the programs that are watched.
    case clients(SeenChange)
}

extension Occurrence {
    /// How large the bodies of a call's answers are; `nil` without one.
    var bodySize: Int? {
        guard case .answered(_, .success(let answer)) = self else { return nil }
        let size = answer.earlierAnswers.reduce(answer.response.body.count) { $0 + $1.body.count }
        return size > 0 ? size : nil
    }

    /// Keeps only how large the bodies were.
    mutating func dropBody() {
        guard case .answered(let call, .success(let answer)) = self else { return }
        let rest = answer.mapAnswers { answer in
            var rest = answer
            rest.receivedSize += answer.body.count
            rest.body = []
            return rest
        }
        self = .answered(call, .success(rest))
    }
}

/// An occurrence and when it was noted, by the wall clock.
package struct Moment: Sendable {
    package var time: Date
    package var occurrence: Occurrence
    /// What a reader must know here: that a recording lacks something before this moment.
    package var remark: String?

    package init(time: Date, occurrence: Occurrence) { (self.time, self.occurrence) = (time, occurrence) }
}
