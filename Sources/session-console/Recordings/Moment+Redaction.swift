import ConsoleApp
import SessionCore

extension Moment {
    /// The moment with the secrets masked that its messages may carry: events are without them already.
    func redacted(by session: Session) -> Moment {
        let occurrence: Occurrence =
            switch self.occurrence {
            case .sent(let calls, let request, let authorization):
                .sent(calls, session.redacted(request.withoutBody), authorization)
            case .answered(let call, .success(let answer)):
                .answered(call, .success(session.redacted(answer.masked(for: session))))
            // Lines of other processes hold no secrets, nor does what is seen of them.
            case .context, .event, .others, .status, .answered(_, .failure), .faults, .tokens, .provider, .clients:
                self.occurrence
            }
        return Moment(time: time, occurrence: occurrence)
    }
}

extension HTTPRequest {
    /// A body is not recorded.
    fileprivate var withoutBody: HTTPRequest {
        var request = self
        request.body = .none
        return request
    }
}
